import { beforeEach, describe, expect, it } from '@jest/globals';
import { createUsers, type LoginClient, type LoginResult, type Users } from '../../src/users/users.ts';

const cheap = { logN: 4, r: 8, p: 1 };
const at = (client: string): LoginClient => ({ client });

describe('a right login among many others', () => {
  const admin = { name: 'admin', password: 'secret', role: 'userAdminRole' };
  let begun: string[] = [];
  let finish: (() => void)[] = [];
  let users: Users;
  beforeEach(async () => {
    begun = [];
    finish = [];
    users = await createUsers({
      cost: cheap,
      builtIn: [admin],
      cacheLongestMs: 0,
      matches: (password) =>
        new Promise((resolve) => {
          begun.push(password);
          finish.push(() => resolve(password === 'secret'));
        }),
    });
  });

  /**
   * Finishes all running hash computations, in rounds, until the login with the correct password has finished. Returns
   * the number of rounds.
   */
  async function untilRight(right: Promise<LoginResult>): Promise<number> {
    for (let rounds = 1; ; rounds += 1) {
      for (const end of finish.splice(0)) end();
      const ended = await Promise.race([right, new Promise((resolve) => setImmediate(resolve))]);
      if (ended !== undefined) return rounds;
    }
  }
  const right = (client: string): Promise<LoginResult> => users.verify('admin', 'secret', at(client));
  const bogus = (client: string, index: number, signal?: AbortSignal): Promise<LoginResult> =>
    users.verify(`user ${index}`, 'bogus', { client, ...(signal && { signal }) });
  const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

  it('does not wait for those whose clients have gone', async () => {
    const gone = new AbortController();
    const abandoned = Array.from({ length: 205 }, (_, index) =>
      bogus(`192.0.2.${index}`, index, gone.signal).catch((error: Error) => error.name),
    );
    await turn();
    gone.abort();
    // The other three attempts did not wait, because the queue was full.
    const ends = await Promise.all(abandoned);
    expect(ends.filter((end) => end === 'AbortError')).toHaveLength(202);
    expect(await untilRight(right('198.51.100.1'))).toBe(2);
    expect(begun).toEqual(['bogus', 'bogus', 'secret']);
  });

  it('stays in the queue while one of several clients that ask for it is there', async () => {
    void bogus('192.0.2.1', 1);
    void bogus('192.0.2.2', 2);
    const gone = new AbortController();
    const left = users.verify('admin', 'secret', { client: '::1', signal: gone.signal });
    const stays = right('::1');
    gone.abort();
    await expect(left).rejects.toThrow('abort');
    await untilRight(stays);
    expect(await stays).toMatchObject({ outcome: 'ok' });
  });

  it('is not kept out by one address that fills its share', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => bogus('192.0.2.1', index));
    await turn();
    expect(await untilRight(right('198.51.100.1'))).toBeLessThanOrEqual(3);
    for (const login of flood) void login;
  });

  it('goes before all strangers where it logged in lately, though they fill every place', async () => {
    await untilRight(right('198.51.100.1'));
    const flood = Array.from({ length: 1_000 }, (_, index) =>
      bogus(`10.${index % 250}.${Math.floor(index / 250)}.1`, index),
    );
    await turn();
    const [familiar, elsewhere] = [right('198.51.100.1'), right('203.0.113.9')];
    expect(await untilRight(familiar)).toBe(2);
    expect(await untilRight(elsewhere)).toBeLessThanOrEqual(3);
    for (const login of flood) void login;
  });

  it('of a stranger goes before networks whose logins keep failing', async () => {
    const flood = Array.from({ length: 1_000 }, (_, index) => bogus(`10.0.${index % 50}.1`, index));
    await turn();
    const late = users.verify('nobody yet', 'secret', at('203.0.113.9'));
    for (let rounds = 0; rounds < 60 && !begun.includes('secret'); rounds += 1) {
      for (const end of finish.splice(0)) end();
      await turn();
    }
    // The first attempts of each network share the queue of this login. Later attempts of each network are in a queue
    // with lower priority.
    expect(begun.indexOf('secret')).toBeLessThan(130);
    for (const login of [...flood, late]) void login;
  });
});
