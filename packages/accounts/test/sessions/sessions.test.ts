// Creation, validation and expiry of sessions, without HTTP.
import { describe, expect, it } from '@jest/globals';
import {
  createSessions,
  MAX_SESSION_MS,
  MIN_RENEWAL_INTERVAL_MS,
  SESSION_MS,
} from '../../src/sessions/sessions.ts';
import { createUsers } from '../../src/users/users.ts';

const cost = { logN: 4, r: 8, p: 1 };
const secret = 'a secret of both services';
const usersWith = (password: string) =>
  createUsers({ builtIn: [{ name: 'ada', password, role: 'userAdminRole' }], cost });

async function setUp(password = 'first password') {
  let nowMs = 1_000_000_000;
  const sessions = createSessions(await usersWith(password), () => nowMs);
  sessions.open(secret);
  const begun = (await sessions.begin('ada'))!;
  return {
    sessions,
    cookie: begun.renewed!,
    later: (ms: number) => {
      nowMs += ms;
    },
  };
}

const userIn = async (found: ReturnType<ReturnType<typeof createSessions>['find']>) => {
  const one = await found;
  return 'session' in one ? one.session.user : one.why;
};
const ada = { name: 'ada', roles: ['userAdminRole'] };

describe('a session', () => {
  it('is known to every process that has the secret and the user, whatever salt its hash has', async () => {
    const { sessions, cookie } = await setUp();
    const other = createSessions(await usersWith('first password'), () => 1_000_000_001);
    other.open(secret);
    expect(await userIn(sessions.find(cookie))).toEqual(ada);
    expect(await userIn(other.find(cookie))).toEqual(ada);
  });

  it('is nothing where the secret is another', async () => {
    const { cookie } = await setUp();
    const stranger = createSessions(await usersWith('first password'), () => 1_000_000_001);
    stranger.open('a secret of somebody else');
    expect(await userIn(stranger.find(cookie))).toBe('forged');
  });

  it('ends with the password, and with the user', async () => {
    const { cookie } = await setUp();
    const changed = createSessions(await usersWith('second password'), () => 1_000_000_001);
    const gone = createSessions(
      await createUsers({
        builtIn: [{ name: 'bob', password: 'first password', role: 'userAdminRole' }],
        cost,
      }),
      () => 1_000_000_001,
    );
    for (const sessions of [changed, gone]) {
      sessions.open(secret);
      expect(await userIn(sessions.find(cookie))).toBe('ended');
    }
  });

  it('ends when its time is over', async () => {
    const { sessions, cookie, later } = await setUp();
    later(SESSION_MS - 1);
    expect(await userIn(sessions.find(cookie))).toEqual(ada);
    later(1);
    expect(await userIn(sessions.find(cookie))).toBe('ended');
  });

  it('is renewed when it is not quite young, again and again, for a day', async () => {
    const { sessions, cookie, later } = await setUp();
    const renewedOf = async (value: string) => {
      const found = await sessions.find(value);
      return 'session' in found ? found.session.renewed : undefined;
    };
    later(MIN_RENEWAL_INTERVAL_MS - 1);
    expect(await renewedOf(cookie)).toBeUndefined();
    let current = cookie;
    for (let passedMs = MIN_RENEWAL_INTERVAL_MS; passedMs < MAX_SESSION_MS; passedMs += SESSION_MS / 2) {
      current = (await renewedOf(current)) ?? current;
      later(SESSION_MS / 2);
    }
    expect(await userIn(sessions.find(current))).toBe('ended');
  });

  it('is forged with any character changed', async () => {
    const { sessions, cookie } = await setUp();
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1);
      // The last base64 character has unused bits, so a changed last character may decode to the same bytes.
      if (at < cookie.length - 1) expect(await userIn(sessions.find(changed))).toBe('forged');
    }
    for (const text of [
      '',
      '.',
      'a.b',
      cookie.split('.')[0]!,
      `${cookie}x`,
      `${cookie}.${cookie}`,
      'x'.repeat(9_000),
    ])
      expect(await userIn(sessions.find(text))).toBe('forged');
  });

  it('is none before the secret is there', async () => {
    const { cookie } = await setUp();
    const early = createSessions(await usersWith('first password'), () => 1_000_000_001);
    expect(await userIn(early.find(cookie))).toBe('ended');
    expect(await early.begin('ada')).toBeUndefined();
  });
});
