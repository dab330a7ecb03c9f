// Creates the tokens of the test identities: API tokens of the administrator (as entries of the users file, and their
// secrets), and access tokens of an OpenID Connect provider.
import { createHash, randomBytes } from 'node:crypto';
import { makeSigningKey, OIDC_AUDIENCE, startTestOidcProvider } from '@holdfast/testkit';
import { ROLES, type TestIdentity } from './matrix.ts';

export interface AccessTokens {
  /** Settings with which a service accepts the access tokens. */
  readonly env: Readonly<Record<string, string>>;
  readonly tokens: Readonly<Partial<Record<TestIdentity, string>>>;
}

export async function makeAccessTokens(): Promise<AccessTokens> {
  const provider = await startTestOidcProvider();
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  return {
    env: { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE, OIDC_ROLES_CLAIM: 'realm_access.roles' },
    tokens: {
      'access token': await provider.sign({ exp, realm_access: { roles: ['accessContentRole'] } }),
      'forged token': await provider.sign(
        { exp, realm_access: { roles: ROLES } },
        { key: await makeSigningKey() },
      ),
    },
  };
}

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
