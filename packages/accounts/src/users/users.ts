// Checks logins (name and password) against the users file and the users in the settings. http-kit's
// authorization-header.ts reads the credentials of a request.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Log } from '@holdfast/service-kit';
import { createLoginGate, GateFullError } from './gate.ts';
import { createLoginQueues } from './login-queues.ts';
import { isCorrectPassword, type PasswordHash, type ScryptCost } from './password.ts';
import type { User } from './roles.ts';
import { TOKEN_USER } from './roles.ts';
import { createThrottle, DEFAULT_THROTTLE, type ThrottleSettings } from './throttle.ts';
import {
  type BuiltInCredentials,
  type BuiltInUser,
  matchesBuiltInPassword,
  openUserStore,
  type UserAccount,
} from './user-store.ts';
import type { UsersFileUser } from './users-file.ts';
import { createCredentialHasher, createVerifiedCache, VERIFIED_CACHE_LIMITS } from './verified-cache.ts';

export interface UsersOptions {
  /** Users from the settings. They take precedence over users with the same name in the users file. */
  readonly builtIn?: readonly BuiltInCredentials[];
  /** Path of the users file; see users-file.ts. */
  readonly file?: string;
  readonly log?: Log;
  /** Called after the users have changed, to invalidate cached credentials. */
  readonly onChange?: () => void;
  /** Hashing cost for logins of users from the settings. Default DEFAULT_SCRYPT_COST. */
  readonly cost?: ScryptCost;
  /** Time after its last use for which a verified login stays cached, in milliseconds. Default 900,000. */
  readonly cacheTtlMs?: number;
  /** Maximum time for which a verified login stays cached, in milliseconds. Default 43,200,000. */
  readonly cacheLongestMs?: number;
  /** Maximum number of cached credentials. Default 1,000. */
  readonly cacheSize?: number;
  /** Minimum time between two checks of the users file, in milliseconds. Default 2,000. */
  readonly recheckMs?: number;
  /** Maximum number of concurrent hash computations. Each takes 32 MiB and a thread. Default 2. */
  readonly hashesAtOnce?: number;
  readonly throttle?: Partial<ThrottleSettings>;
  /** Returns whether the password matches the hash. Default: scrypt. Replaced in tests. */
  readonly matches?: (password: string, hash: PasswordHash) => Promise<boolean>;
  readonly now?: () => number;
  /** Waits for `delayMs`. Rejects when the signal aborts. */
  readonly sleep?: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
}

/** Outcome of a login. `slowed`: the client must retry after `waitMs`. */
export type LoginResult =
  | { readonly outcome: 'ok'; readonly user: User }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'slowed'; readonly waitMs: number };

/** Client that attempts a login. */
export interface LoginClient {
  /** Network address of the client. Failures are counted per user name and address. */
  readonly client: string;
  /** Aborts when the client disconnects, which cancels the attempt. */
  readonly signal?: AbortSignal;
}

export interface Users {
  /** Returns the user if these credentials are in the cache. If not, call `verify`. */
  known(name: string, password: string): User | undefined;
  /**
   * Returns a number that changes when earlier results of `known` become invalid. Returns undefined if the users file
   * must be checked for changes first.
   */
  edition(): number | undefined;
  /** Checks the credentials. Rejects with the signal's reason if the client disconnects first. */
  verify(name: string, password: string, from: LoginClient): Promise<LoginResult>;
  /** Returns the current account of a user, or undefined if no user has this name. */
  find(name: string): Promise<UserAccount | undefined>;
  /** Call after changing the users file. Resolves when the change is in effect in all processes of the service. */
  reread(): Promise<void>;
}

const MAX_PASSWORD_CHARACTERS = 1_024;
const MAX_NAME_CHARACTERS = 256;
/**
 * Maximum number of logins that wait for a hash computation, in total and per address. Further logins are refused and
 * may be retried.
 */
const MAX_WAITING = 200;
const MAX_WAITING_OF_ADDRESS = 50;

export interface RefreshableUsers extends Users {
  /** Reads the file again if it has changed. Does nothing if the last check is recent. */
  refresh(): Promise<void>;
}

/** Reads the users file and creates the users. Rejects with an Error for the operator if the file cannot be used. */
export async function createUsers(options: UsersOptions): Promise<RefreshableUsers> {
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? ((delayMs, signal) => sleepMs(delayMs, undefined, { signal }));
  const matches = options.matches ?? isCorrectPassword;
  const cache = createVerifiedCache<LoginResult>(now, {
    ttlMs: options.cacheTtlMs ?? VERIFIED_CACHE_LIMITS.ttlMs,
    longestMs: options.cacheLongestMs ?? VERIFIED_CACHE_LIMITS.longestMs,
    maxSize: options.cacheSize ?? VERIFIED_CACHE_LIMITS.maxSize,
  });
  const throttle = createThrottle(now, { ...DEFAULT_THROTTLE, ...options.throttle });
  const standing = createLoginQueues(now);
  const gate = createLoginGate({
    atOnce: options.hashesAtOnce ?? 2,
    maxWaiting: MAX_WAITING,
    maxWaitingOfAddress: MAX_WAITING_OF_ADDRESS,
  });
  let edition = 0;
  const store = await openUserStore(options, now, () => {
    edition += 1;
    cache.clear();
    options.onChange?.();
  });
  const keyOf = createCredentialHasher();

  async function check(attempt: PasswordAttempt): Promise<User | undefined> {
    const { name, password, address, lane, signal, key } = attempt;
    const known = store.find(name);
    const right = await gate.run({ lane, address, signal }, () => isRight(known, password));
    // Repeats the check if the users were reloaded during the hash computation, because the result may be outdated.
    if (store.find(name) !== known) return check(attempt);
    if (!right || known === undefined) return undefined;
    const user = { name: known.name, roles: known.roles };
    cache.keep(key, user);
    return user;
  }

  /**
   * Checks a password. Computes a hash even if the password is in the settings and needs none. Otherwise, the response
   * time would reveal which users are in the settings.
   */
  async function isRight(known: UsersFileUser | BuiltInUser | undefined, password: string): Promise<boolean> {
    const hash = known !== undefined && 'hash' in known ? known.hash : createDummyHash(store.cost());
    const matched = await matches(password, hash);
    if (known === undefined) return false;
    return 'hash' in known ? matched : matchesBuiltInPassword(known, password);
  }

  /**
   * Checks a token. Does not delay attempts after failures, because a token cannot be guessed and its hash is cheap.
   */
  function loginByToken(secret: string): LoginResult {
    const user = store.findByToken(secret);
    return user === undefined ? { outcome: 'wrong' } : { outcome: 'ok', user };
  }

  async function login(attempt: Omit<PasswordAttempt, 'lane'>): Promise<LoginResult> {
    const { name, address, signal } = attempt;
    const counted = `${name}\n${address}`;
    const { waitMs, refused } = throttle.admit(counted);
    if (refused) return { outcome: 'slowed', waitMs };
    const lane = standing.laneOf(name, address);
    standing.attempted(address);
    try {
      if (waitMs > 0) await sleep(waitMs, signal);
      const user = await check({ ...attempt, lane });
      if (user === undefined) return { outcome: 'wrong' };
      throttle.succeeded(counted);
      standing.succeeded(name, address);
      return { outcome: 'ok', user };
    } catch (error) {
      const isFull = error instanceof GateFullError;
      if (isFull || signal.aborted) throttle.withdrawn(counted);
      if (!isFull) throw error;
      return { outcome: 'slowed', waitMs: 1_000 };
    }
  }

  return {
    refresh: store.refresh,
    known(givenName, password) {
      if (isTooLongToMatch(givenName, password) || !store.isFresh()) return undefined;
      return cache.find(keyOf(store.resolve(givenName), password));
    },
    edition: () => (store.isFresh() ? edition : undefined),
    async verify(givenName, password, { client: address, signal }) {
      if (isTooLongToMatch(givenName, password)) return { outcome: 'wrong' };
      await store.refresh();
      if (givenName === TOKEN_USER) return loginByToken(password);
      const name = store.resolve(givenName);
      const key = keyOf(name, password);
      const user = cache.find(key);
      if (user !== undefined) return { outcome: 'ok', user };
      return cache.shared(`${key} ${address}`, signal, (abandoned) =>
        login({ name, password, address, key, signal: abandoned }),
      );
    },
    async find(name) {
      await store.refresh();
      return store.account(store.resolve(name));
    },
    reread: store.reread,
  };
}

/** Returns whether the name or the password is too long to belong to any user. */
export function isTooLongToMatch(name: string, password: string): boolean {
  return name.length > MAX_NAME_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS;
}

interface PasswordAttempt {
  readonly name: string;
  readonly password: string;
  readonly address: string;
  /** Cache key for the credentials. */
  readonly key: string;
  /** Number of the queue in which the hash computation waits. */
  readonly lane: number;
  readonly signal: AbortSignal;
}

/**
 * Creates a hash to compare with if the user is unknown. No password matches this hash, but the comparison takes as
 * long as for an existing user.
 */
const createDummyHash = (cost: ScryptCost): PasswordHash => ({
  cost,
  salt: randomBytes(16),
  key: randomBytes(32),
});
