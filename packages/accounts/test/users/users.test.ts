import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@holdfast/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashPassword } from '../../src/users/password.ts';
import {
  createUsers,
  type LoginClient,
  type LoginResult,
  type Users,
  type UsersOptions,
} from '../../src/users/users.ts';
import { collectLogLines, type LogLine } from '../log-lines.ts';

const cheap = { logN: 4, r: 8, p: 1 };
const ok = (name: string, roles: string[]): LoginResult => ({ outcome: 'ok', user: { name, roles } });
const wrong: LoginResult = { outcome: 'wrong' };
const at = (client: string): LoginClient => ({ client });

describe('users', () => {
  let folder: string;
  let file: string;
  let nowMs = 1_000_000;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'users-'));
    file = join(folder, 'users.json');
  });
  afterAll(() => rm(folder, { recursive: true }));

  const write = async (users: Record<string, string>): Promise<void> => {
    const entries = Object.entries(users).map(async ([name, password]) => {
      return { name, password: await hashPassword(password, cheap), roles: ['accessContentRole'] };
    });
    await writeFile(file, JSON.stringify({ users: await Promise.all(entries) }));
  };
  const open = (options: Partial<UsersOptions> = {}): Promise<Users> =>
    createUsers({ file, now: () => nowMs, ...options });

  it('come from the file, with their roles', async () => {
    await write({ anna: 'a', dörte: 'd' });
    const users = await open();
    expect(await users.verify('anna', 'a', at('::1'))).toEqual(ok('anna', ['accessContentRole']));
    expect(await users.verify('do\u0308rte', 'd', at('::1'))).toEqual(ok('dörte', ['accessContentRole']));
    expect(await users.verify('anna', 'd', at('::1'))).toEqual(wrong);
    expect(await users.verify('constructor', 'd', at('::1'))).toEqual(wrong);
  });

  it('keep names that no new user would be given, and are warned of', async () => {
    const lines: LogLine[] = [];
    await write({ anna: 'a', '\uff41nna': 'w', 'anna ': 's', 'anna\u200b': 'z' });
    const users = await open({
      log: createLog({ service: 'test', level: 'warn', destination: collectLogLines(lines) }),
    });
    for (const [name, password] of [
      ['anna', 'a'],
      ['\uff41nna', 'w'],
      ['anna ', 's'],
      ['anna\u200b', 'z'],
    ] as const)
      expect(await users.verify(name, password, at('::1'))).toEqual(ok(name, ['accessContentRole']));
    // A name in full-width characters is mapped to its plain form, unless a user has exactly this name.
    expect(await users.verify('an\uff4ea', 'a', at('::1'))).toEqual(ok('anna', ['accessContentRole']));
    expect(lines).toEqual([
      expect.objectContaining({
        count: 3,
        names: ['\\u{ff41}nna', 'anna\\u{20}', 'anna\\u{200b}'],
      }),
    ]);
  });

  it('include the administrator of the settings, who may do everything', async () => {
    const users = await createUsers({
      cost: cheap,
      builtIn: [{ name: 'admin', password: 'secret', role: 'userAdminRole' }],
    });
    expect(await users.verify('admin', 'secret', at('::1'))).toEqual(ok('admin', ['userAdminRole']));
    expect(await users.verify('admin', 'Secret', at('::1'))).toEqual(wrong);
  });

  it('are read again when the file changes, and who was let in before is asked anew', async () => {
    await write({ anna: 'old' });
    const users = await open();
    expect(await users.verify('anna', 'old', at('::1'))).toMatchObject({ outcome: 'ok' });
    await write({ anna: 'new' });
    expect(await users.verify('anna', 'old', at('::1'))).toMatchObject({ outcome: 'ok' });
    nowMs += 2_000;
    expect(await users.verify('anna', 'old', at('::1'))).toEqual(wrong);
    expect(await users.verify('anna', 'new', at('::1'))).toMatchObject({ outcome: 'ok' });
  });

  it('are known at once when they were let in lately, until the file may have changed', async () => {
    await write({ dörte: 'd' });
    const users = await open();
    expect(users.known('dörte', 'd')).toBeUndefined();
    await users.verify('dörte', 'd', at('::1'));
    expect(users.known('do\u0308rte', 'd')).toEqual({ name: 'dörte', roles: ['accessContentRole'] });
    expect(users.known('dörte', 'e')).toBeUndefined();
    nowMs += 2_000;
    expect(users.known('dörte', 'd')).toBeUndefined();
    await users.verify('dörte', 'd', at('::1'));
    expect(users.known('dörte', 'd')).toMatchObject({ name: 'dörte' });
  });

  it('stay as they were when the file changes into something unusable, and the log says so', async () => {
    await write({ anna: 'a' });
    const lines: LogLine[] = [];
    const users = await open({ log: createLog({ service: 'x', destination: collectLogLines(lines) }) });
    for (const content of ['{"users": "$scrypt', '[{"name":"anna","password":"plain text","roles":[]}]']) {
      await writeFile(file, content);
      nowMs += 2_000;
      expect(await users.verify('anna', 'a', at('::1'))).toMatchObject({ outcome: 'ok' });
    }
    await rm(file);
    nowMs += 2_000;
    expect(await users.verify('anna', 'a', at('::1'))).toMatchObject({ outcome: 'ok' });
    expect(lines.map(({ reason }) => reason)).toEqual([
      'the users file is not JSON',
      'entry 1 of the users file needs a password hash of the form $scrypt$ln=15,r=8,p=3$salt$key',
      'it cannot be read (ENOENT)',
    ]);
    expect(JSON.stringify(lines)).not.toContain('plain text');
  });

  it.each([
    ['{}', 'must contain an array of users'],
    ['[1]', 'entry 1 of the users file is not an object'],
    ['[{"name":"a:b"}]', 'needs a name, a non-empty string without ":"'],
    [`[{"name":"a","password":"x"}]`, 'needs a password hash'],
  ])('are refused at start from the file %s', async (content, message) => {
    await writeFile(file, content);
    await expect(open()).rejects.toThrow(message);
  });

  it('are refused at start when one is named twice or has no roles', async () => {
    const entry = { name: 'a', password: await hashPassword('x', cheap), roles: [] };
    await writeFile(file, JSON.stringify([entry, entry]));
    await expect(open()).rejects.toThrow('names the user of entry 2 twice');
    await writeFile(file, JSON.stringify([{ ...entry, roles: 'all' }]));
    await expect(open()).rejects.toThrow('needs roles, an array of strings');
    await writeFile(file, JSON.stringify([{ ...entry, roles: ['accessContentRole', 'adminRole'] }]));
    await expect(open()).rejects.toThrow('entry 1 of the users file has an unknown role');
  });
});

describe('a login', () => {
  const admin = { name: 'admin', password: 'secret', role: 'userAdminRole' };
  let hashes = 0;
  beforeEach(() => {
    hashes = 0;
  });
  const counted =
    (right: boolean): NonNullable<UsersOptions['matches']> =>
    async () => {
      hashes += 1;
      return right;
    };

  it('costs an unknown user the same hash as a known one', async () => {
    const costs: unknown[] = [];
    const matches: UsersOptions['matches'] = async (_password, { cost }) => costs.push(cost) === 0;
    const users = await createUsers({ cost: cheap, builtIn: [admin], matches });
    await users.verify('admin', 'x', at('::1'));
    await users.verify('nobody', 'x', at('::1'));
    expect(costs).toEqual([cheap, cheap]);
  });

  it('is remembered from its last use on, but not for ever, so that few requests pay for the hash', async () => {
    let nowMs = 0;
    const limits = { cacheTtlMs: 1_000, cacheLongestMs: 2_500 };
    const users = await createUsers({
      cost: cheap,
      builtIn: [admin],
      matches: counted(true),
      now: () => nowMs,
      ...limits,
    });
    const hashesAt = async (timeMs: number): Promise<number> => {
      nowMs = timeMs;
      await users.verify('admin', 'secret', at('::1'));
      return hashes;
    };
    expect(await hashesAt(1)).toBe(1);
    expect(await hashesAt(901)).toBe(1);
    expect(await hashesAt(1_801)).toBe(1);
    expect(await hashesAt(2_501)).toBe(2);
    expect(await hashesAt(3_502)).toBe(3);
  });

  it('remembers only so many', async () => {
    const reader = { name: 'reader', password: 'read', role: 'accessContentRole' };
    const users = await createUsers({
      cost: cheap,
      builtIn: [admin, reader],
      matches: counted(true),
      cacheSize: 1,
    });
    const logins = [admin, reader, admin, admin];
    for (const { name, password } of logins) await users.verify(name, password, at('::1'));
    expect(hashes).toBe(3);
  });

  it('shares one hash with the same login made at the same moment', async () => {
    const users = await createUsers({ cost: cheap, builtIn: [admin], matches: counted(true) });
    const logins = await Promise.all(
      Array.from({ length: 20 }, () => users.verify('admin', 'secret', at('::1'))),
    );
    expect(logins.every(({ outcome }) => outcome === 'ok')).toBe(true);
    expect(hashes).toBe(1);
  });

  it('waits longer and longer after repeated failures of one user from one address, then is refused', async () => {
    const waits: number[] = [];
    const users = await createUsers({
      cost: cheap,
      builtIn: [admin],
      now: () => 0,
      sleep: async (delayMs) => waits.push(delayMs),
      matches: async (password) => password === 'secret',
      throttle: { freeFailures: 3, firstDelayMs: 100, longestWaitMs: 1_000 },
    });
    const outcomes: string[] = [];
    for (let round = 0; round < 9; round += 1) {
      outcomes.push((await users.verify('admin', `guess ${round}`, at('192.0.2.1'))).outcome);
    }
    expect(waits).toEqual([100, 300, 700]);
    expect(outcomes).toEqual([...Array(6).fill('wrong'), ...Array(3).fill('slowed')]);
    expect(await users.verify('admin', 'secret', at('192.0.2.1'))).toMatchObject({ outcome: 'slowed' });
    expect(await users.verify('admin', 'secret', at('192.0.2.2'))).toMatchObject({ outcome: 'ok' });
  });

  it('cannot escape that by coming in a burst', async () => {
    const users = await createUsers({
      cost: cheap,
      builtIn: [admin],
      now: () => 0,
      sleep: async () => undefined,
      matches: async () => false,
      throttle: { freeFailures: 3, firstDelayMs: 100, longestWaitMs: 1_000 },
    });
    const burst = Array.from({ length: 100 }, (_, index) =>
      users.verify('admin', `guess ${index}`, at('192.0.2.1')),
    );
    const outcomes = (await Promise.all(burst)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(6);
  });

  it('starts afresh after a success and after a long time', async () => {
    let nowMs = 0;
    const waits: number[] = [];
    const users = await createUsers({
      cost: cheap,
      builtIn: [admin],
      now: () => nowMs,
      sleep: async (delayMs) => waits.push(delayMs),
      matches: async (password) => password === 'secret',
      throttle: { freeFailures: 2, forgetAfterMs: 60_000 },
    });
    await users.verify('admin', 'a', at('::1'));
    await users.verify('admin', 'secret', at('::1'));
    await users.verify('admin', 'b', at('::1'));
    await users.verify('admin', 'c', at('::1'));
    nowMs += 60_001;
    await users.verify('admin', 'd', at('::1'));
    expect(waits).toEqual([]);
  });

  it('computes only so many hashes at once', async () => {
    let running = 0;
    let most = 0;
    const matches = async (): Promise<boolean> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return false;
    };
    const users = await createUsers({ cost: cheap, builtIn: [admin], matches, hashesAtOnce: 2 });
    const logins = await Promise.all(
      Array.from({ length: 300 }, (_, index) => users.verify(`user ${index}`, 'x', at('::1'))),
    );
    expect(most).toBe(2);
    // Two hashes are being computed, and 50 logins from this address wait. All other logins are refused and may be
    // retried.
    expect(logins.filter(({ outcome }) => outcome === 'slowed')).toHaveLength(248);
  });

  it('with an absurdly long name or password is wrong without any hash', async () => {
    const users = await createUsers({
      cost: cheap,
      builtIn: [admin],
      matches: () => Promise.reject(new Error('hashed')),
    });
    expect(await users.verify('x'.repeat(257), 'x', at('::1'))).toEqual(wrong);
    expect(await users.verify('x', 'x'.repeat(1_025), at('::1'))).toEqual(wrong);
  });
});
