// Sessions that any process of any service can check which has the secret: nothing of them is stored. One ends a while after it
// was renewed last, a day after its login at the latest, and with the password that it began with.

import type { User } from '../users/roles.ts';
import type { Account } from '../users/user-store.ts';
import type { Users } from '../users/users.ts';
import { passwordProof, readSession, sessionKey, signSession } from './token.ts';

/** It ends so long after its last renewal. */
export const SESSION_MS = 8 * 3_600_000;
/** However often it is renewed. */
export const LONGEST_SESSION_MS = 24 * 3_600_000;
/** One that is younger is not renewed. */
export const RENEWED_AFTER_MS = 15 * 60_000;

export interface Session {
  readonly user: User;
  readonly untilMs: number;
  /** How long it has until then. */
  readonly leftMs: number;
  /** What the browser is to keep from now on; undefined: what it has will do. */
  readonly renewed: string | undefined;
}

/** `ended`: it was one, whose time is over or whose user is another by now. `forged`: it never was. */
type Found = { readonly session: Session } | { readonly why: 'ended' | 'forged' };

export interface Sessions {
  /** Sessions are signed and checked with it; before, none is. */
  open(secret: string | Uint8Array): void;
  /** A session of who has just logged in; undefined when the user is no longer there. */
  begin(name: string): Promise<Session | undefined>;
  /** What a cookie holds. */
  find(value: string): Promise<Found>;
}

export function createSessions(users: Pick<Users, 'find' | 'reread'>, nowMs: () => number): Sessions {
  let key: Buffer | undefined;

  async function signed(name: string, begunMs: number): Promise<Session | undefined> {
    const known = await users.find(name);
    if (known === undefined || key === undefined) return undefined;
    const { user, stamp } = known;
    const untilMs = Math.min(nowMs() + SESSION_MS, begunMs + LONGEST_SESSION_MS);
    const proof = passwordProof(key, user.name, stamp);
    const leftMs = untilMs - nowMs();
    return { user, untilMs, leftMs, renewed: signSession(key, { name: user.name, begunMs, untilMs, proof }) };
  }

  /** The other service, or another replica, may have changed the password a moment ago and begun the session with it. */
  async function knownBy(by: Buffer, name: string, proof: string): Promise<Account | undefined> {
    const isRight = (known: Account | undefined) =>
      known !== undefined && passwordProof(by, name, known.stamp) === proof;
    const known = await users.find(name);
    if (isRight(known)) return known;
    await users.reread();
    const now = await users.find(name);
    return isRight(now) ? now : undefined;
  }

  return {
    open(secret) {
      key = sessionKey(secret);
    },
    begin: (name) => signed(name, nowMs()),
    async find(value) {
      if (key === undefined) return { why: 'ended' };
      const claims = readSession(key, value);
      if (claims === undefined) return { why: 'forged' };
      const { name, begunMs, untilMs, proof } = claims;
      if (untilMs <= nowMs()) return { why: 'ended' };
      const known = await knownBy(key, name, proof);
      if (known === undefined) return { why: 'ended' };
      const leftMs = untilMs - nowMs();
      const asItIs: Session = { user: known.user, untilMs, leftMs, renewed: undefined };
      const isYoung = leftMs > SESSION_MS - RENEWED_AFTER_MS || untilMs >= begunMs + LONGEST_SESSION_MS;
      return { session: isYoung ? asItIs : ((await signed(name, begunMs)) ?? asItIs) };
    },
  };
}
