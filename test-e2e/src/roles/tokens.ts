// API tokens of the administrator, as entries of the users file and with their secrets.
import { createHash, randomBytes } from 'node:crypto';
import { ROLES, type TestIdentity } from './matrix.ts';

function makeToken(
  identity: TestIdentity,
  entry: { roles: readonly string[]; ends: string; namespaces?: string[] },
) {
  const secret = `hft_${randomBytes(32).toString('base64url')}`;
  const hash = createHash('sha256').update(secret).digest('base64url');
  const id = randomBytes(6).toString('hex');
  const about = { id, hash, name: identity, owner: 'userAdminRole', created: '2020-01-01T00:00:00.000Z' };
  return { identity, secret, entry: { ...about, ...entry } };
}

const NEVER = '9999-01-01T00:00:00.000Z';
export const TOKENS = [
  makeToken('ended token', { roles: ROLES, ends: '2020-01-02T00:00:00.000Z' }),
  makeToken('reading token', { roles: ['accessContentRole'], ends: NEVER }),
  makeToken('namespace token', { roles: ROLES, ends: NEVER, namespaces: ['another'] }),
];
