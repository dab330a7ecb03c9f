// Tests API tokens: what they allow, when they expire or are revoked, the error responses, and the lines in the audit
// log.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AuditLine,
  changeUsersFile,
  createUsers,
  hashPassword,
  makeApiToken,
  removeTokenEntry,
  removeUserEntry,
  type TokenEntry,
  type Users,
} from '@holdfast/accounts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BUILT_IN_ADMIN, makeBasicHeader, type ShellTestService, startService } from '../service.ts';

const cost = { logN: 4, r: 8, p: 1 };
const DAY_MS = 86_400_000;

describe('an API token', () => {
  let folder: string;
  let file: string;
  let users: Users;
  let service: ShellTestService;
  let audited: AuditLine[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-tokens-'));
    file = join(folder, 'users.json');
    audited = [];
  });
  afterEach(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** Starts a service with a user `reader`, who may read, and a user `admin`, who may call all operations. */
  async function start(...tokens: readonly TokenEntry[]): Promise<void> {
    const password = await hashPassword('pass: word', cost);
    const reader = { name: 'reader', password, roles: ['accessContentRole'] };
    await writeFile(file, JSON.stringify({ users: [reader], tokens }));
    users = await createUsers({ file, builtIn: [BUILT_IN_ADMIN], cost, recheckMs: 20 });
    const audit = { write: (line: AuditLine) => void audited.push(line), nameHash: (name: string) => name };
    service = await startService({}, { users, audit, namespaceFor: () => 'default' });
  }
  const made = (
    owner: string,
    roles: readonly string[],
    more: { namespaces?: string[]; nowMs?: number } = {},
  ) =>
    makeApiToken(
      { name: 'nightly', owner, roles, namespaces: more.namespaces, days: 1 },
      more.nowMs ?? Date.now(),
    );
  const ask = (secret: string, path = '/search', init: RequestInit = {}) =>
    fetch(service.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${secret}` } });
  const put = (secret: string) =>
    ask(secret, '/things/box', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"size": 1}',
    });

  it('logs in its owner, and the audit log names it', async () => {
    const { entry, secret } = made('admin', ['userAdminRole']);
    await start(entry);
    expect(await (await ask(secret)).json()).toMatchObject({ user: 'admin' });
    expect((await put(secret)).status).toBe(200);
    const line = audited.find(({ event }) => event === 'write');
    expect(line).toMatchObject({ user: 'admin', subject: { token: `nightly (${entry.id})` } });
    expect(JSON.stringify([audited, service.lines])).not.toContain(secret);
  });

  it('has no more roles than it was given', async () => {
    const { entry, secret } = made('admin', ['accessContentRole']);
    await start(entry);
    expect((await ask(secret)).status).toBe(200);
    const refused = await put(secret);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
  });

  it('has no more roles than its owner', async () => {
    const { entry, secret } = made('reader', ['accessContentRole', 'userAdminRole']);
    await start(entry);
    expect((await ask(secret)).status).toBe(200);
    expect((await put(secret)).status).toBe(403);
  });

  it('reaches no other namespaces than its own', async () => {
    const [mine, other] = [
      made('admin', ['userAdminRole'], { namespaces: ['default'] }),
      made('admin', ['userAdminRole'], { namespaces: ['other'] }),
    ];
    await start(mine.entry, { ...other.entry, name: 'second' });
    expect((await ask(mine.secret)).status).toBe(200);
    const refused = await ask(other.secret);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('does not include the namespace');
  });

  it.each([
    ['was revoked', (id: string) => changeUsersFile(file, (document) => removeTokenEntry(document, id))],
    ['lost its owner', () => changeUsersFile(file, (document) => removeUserEntry(document, 'reader'))],
  ])('ends when it %s, without a restart', async (_how, end) => {
    const { entry, secret } = made('reader', ['accessContentRole']);
    await start(entry);
    expect((await ask(secret)).status).toBe(200);
    await end(entry.id);
    let refused = await ask(secret);
    while (refused.status === 200) refused = await ask(secret);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="Thing service", error="invalid_token", error_description="The API token is unknown/,
    );
    expect(audited.at(-1)).toMatchObject({ event: 'login', why: 'wrong' });
  });

  it('is refused after its end, also when it was used before', async () => {
    const { entry, secret } = made('reader', ['accessContentRole'], { nowMs: Date.now() - DAY_MS + 300 });
    await start(entry);
    let answer = await ask(secret);
    while (answer.status === 200) answer = await ask(secret);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('The API token has expired.');
  });

  it.each([
    ['', 'Basic realm='],
    ['hft_', 'Basic realm='],
    ['hft_short', 'Basic realm='],
    [`hft_${'x'.repeat(43)}`, 'error="invalid_token"'],
    ['eyJhbGciOiJub25lIn0.e30.', 'Basic realm='],
  ])('must be one of this node: %j is refused', async (secret, challenge) => {
    await start();
    const refused = await ask(secret);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain(challenge);
  });

  it('begins no session, and is no password', async () => {
    const { entry, secret } = made('admin', ['accessContentRole']);
    await start(entry);
    const attempts = [
      { name: 'token:', password: secret },
      { name: 'admin', password: secret },
    ];
    for (const attempt of attempts) {
      const login = await users.verify(attempt.name, attempt.password, { client: 'x' });
      expect(login.outcome === 'ok' && login.user.token === undefined).toBe(false);
    }
    const byBasic = await fetch(`${service.url}/search`, {
      headers: { authorization: makeBasicHeader('token', `:${secret}`) },
    });
    expect(byBasic.status).toBe(401);
  });
});
