// Creates and checks signed session tokens. Sessions are not stored: any process that has the secret can check a token.
// A session ends some time after its last renewal, at most a day after the login, or when the user's password changes.

import { PROVIDER_PREFIX } from '../users/provider-users.ts';
import type { User } from '../users/roles.ts';
import type { UserAccount } from '../users/user-store.ts';
import type { Users } from '../users/users.ts';
import {
  computePasswordProof,
  computeProviderProof,
  deriveSessionKey,
  parseSessionToken,
  parseSignedText,
  type SessionClaims,
  signSession,
  signText,
} from './token.ts';

/** Lifetime of a session after its last renewal. */
export const SESSION_MS = 8 * 3_600_000;
/** Maximum lifetime of a session, regardless of its renewals. */
export const MAX_SESSION_MS = 24 * 3_600_000;
/** Minimum time between two renewals of a session. */
export const MIN_RENEWAL_INTERVAL_MS = 15 * 60_000;

export interface Session {
  readonly user: User;
  readonly untilMs: number;
  /** Remaining time until `untilMs`, in milliseconds. */
  readonly leftMs: number;
  /** New cookie value for the browser. Undefined if the browser should keep its cookie. */
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
  /**
   * Starts a session after a login through an OpenID Connect provider. The session has the roles that the user had at
   * the login, and is never renewed. Returns undefined if the users file disables the user.
   */
  beginByProvider(user: User): Promise<Session | undefined>;
  /** Signs the state of an unfinished login. Returns undefined if no secret is set yet. */
  signPendingLogin(state: unknown): string | undefined;
  /**
   * Returns the state of an unfinished login. Returns undefined if the login began more than `PENDING_LOGIN_MS` ago or
   * the signature is invalid.
   */
  readPendingLogin(value: string): unknown;
  /** Checks the value of a session cookie. */
  find(value: string): Promise<SessionCheck>;
}

/** Time limit for finishing a login at the OpenID Connect provider. */
export const PENDING_LOGIN_MS = 10 * 60_000;

/**
 * Creates a `Sessions` object. `issuer` is the configured OpenID Connect provider. Sessions of any other provider are
 * invalid.
 */
export function createSessions(
  users: Pick<Users, 'find' | 'reread'>,
  nowMs: () => number,
  issuer?: string,
): Sessions {
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

  /** Checks a session that began with a login through the provider. Such a session is never renewed. */
  async function findByProvider(
    by: Buffer,
    { name, untilMs, proof, provider }: SessionClaims & { provider: NonNullable<SessionClaims['provider']> },
  ): Promise<SessionCheck> {
    if (provider.issuer !== issuer) return { why: 'ended' };
    const known = await users.find(`${PROVIDER_PREFIX}${provider.subject}`);
    if (known === undefined || computeProviderProof(by, provider, known.stamp) !== proof)
      return { why: 'ended' };
    const { roles, ...identity } = provider;
    const user = { name, roles, provider: identity };
    return { session: { user, untilMs, leftMs: untilMs - nowMs(), renewed: undefined } };
  }

  /**
   * Returns the user if the session's proof matches the user's password. Reads the users again before it rejects a
   * session, because another process may have changed the password and then started this session.
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
    async beginByProvider(user) {
      const { name, roles, provider: identity } = user;
      const known = identity && (await users.find(`${PROVIDER_PREFIX}${identity.subject}`));
      if (key === undefined || identity === undefined || known === undefined) return undefined;
      const [begunMs, leftMs] = [nowMs(), SESSION_MS];
      const proof = computeProviderProof(key, identity, known.stamp);
      const provider = { ...identity, roles };
      const untilMs = begunMs + leftMs;
      return {
        user,
        untilMs,
        leftMs,
        renewed: signSession(key, { name, begunMs, untilMs, proof, provider }),
      };
    },
    signPendingLogin: (state) => key && signText(key, 'login', [state, nowMs() + PENDING_LOGIN_MS]),
    readPendingLogin(value) {
      const signed = key && (parseSignedText(key, 'login', value) as [unknown, number] | undefined);
      return signed === undefined || signed[1] <= nowMs() ? undefined : signed[0];
    },
    async find(value) {
      if (key === undefined) return { why: 'ended' };
      const claims = parseSessionToken(key, value);
      if (claims === undefined) return { why: 'forged' };
      const { name, begunMs, untilMs, proof, provider } = claims;
      if (untilMs <= nowMs()) return { why: 'ended' };
      if (provider !== undefined) return findByProvider(key, { ...claims, provider });
      const known = await knownBy(key, name, proof);
      if (known === undefined) return { why: 'ended' };
      const leftMs = untilMs - nowMs();
      const asItIs: Session = { user: known.user, untilMs, leftMs, renewed: undefined };
      const isYoung = leftMs > SESSION_MS - MIN_RENEWAL_INTERVAL_MS || untilMs >= begunMs + MAX_SESSION_MS;
      return { session: isYoung ? asItIs : ((await signed(name, begunMs)) ?? asItIs) };
    },
  };
}
