// Creates and checks signed session tokens. Nothing is stored: any process that has the secret can check a token. A
// session ends some time after its last renewal, at most a day after the login, or when the user's password changes.

import type { User } from '../users/roles.ts';
import type { UserAccount } from '../users/user-store.ts';
import type { Users } from '../users/users.ts';
import { computePasswordProof, deriveSessionKey, parseSessionToken, signSession } from './token.ts';

/** Lifetime of a session after its last renewal. */
export const SESSION_MS = 8 * 3_600_000;
/** Maximum lifetime of a session, whatever the number of renewals. */
export const MAX_SESSION_MS = 24 * 3_600_000;
/** Minimum time between two renewals of a session. */
export const MIN_RENEWAL_INTERVAL_MS = 15 * 60_000;

export interface Session {
  readonly user: User;
  readonly untilMs: number;
  /** Remaining time until `untilMs`, in milliseconds. */
  readonly leftMs: number;
  /** New cookie value for the browser. Undefined if the current cookie stays valid. */
  readonly renewed: string | undefined;
}

/**
 * Result of checking a session. `ended`: the signature is valid, but the session has expired, or its user or password
 * has changed. `forged`: the signature is invalid.
 */
type SessionCheck = { readonly session: Session } | { readonly why: 'ended' | 'forged' };

export interface Sessions {
  /** Sets the secret that signs sessions. Before this call, no session is valid. */
  open(secret: string | Uint8Array): void;
  /** Starts a session after a login. Returns undefined if the user no longer exists. */
  begin(name: string): Promise<Session | undefined>;
  /** Checks the value of a session cookie. */
  find(value: string): Promise<SessionCheck>;
}

export function createSessions(users: Pick<Users, 'find' | 'reread'>, nowMs: () => number): Sessions {
  let key: Buffer | undefined;

  async function signed(name: string, begunMs: number): Promise<Session | undefined> {
    const known = await users.find(name);
    if (known === undefined || key === undefined) return undefined;
    const { user, stamp } = known;
    const untilMs = Math.min(nowMs() + SESSION_MS, begunMs + MAX_SESSION_MS);
    const proof = computePasswordProof(key, user.name, stamp);
    const leftMs = untilMs - nowMs();
    return { user, untilMs, leftMs, renewed: signSession(key, { name: user.name, begunMs, untilMs, proof }) };
  }

  /**
   * Returns the user if the session's proof matches the user's password. Before rejecting a session, reads the users
   * again: another process may have changed the password and then started this session.
   */
  async function knownBy(by: Buffer, name: string, proof: string): Promise<UserAccount | undefined> {
    const isRight = (known: UserAccount | undefined) =>
      known !== undefined && computePasswordProof(by, name, known.stamp) === proof;
    const known = await users.find(name);
    if (isRight(known)) return known;
    await users.reread();
    const now = await users.find(name);
    return isRight(now) ? now : undefined;
  }

  return {
    open(secret) {
      key = deriveSessionKey(secret);
    },
    begin: (name) => signed(name, nowMs()),
    async find(value) {
      if (key === undefined) return { why: 'ended' };
      const claims = parseSessionToken(key, value);
      if (claims === undefined) return { why: 'forged' };
      const { name, begunMs, untilMs, proof } = claims;
      if (untilMs <= nowMs()) return { why: 'ended' };
      const known = await knownBy(key, name, proof);
      if (known === undefined) return { why: 'ended' };
      const leftMs = untilMs - nowMs();
      const asItIs: Session = { user: known.user, untilMs, leftMs, renewed: undefined };
      const isYoung = leftMs > SESSION_MS - MIN_RENEWAL_INTERVAL_MS || untilMs >= begunMs + MAX_SESSION_MS;
      return { session: isYoung ? asItIs : ((await signed(name, begunMs)) ?? asItIs) };
    },
  };
}
