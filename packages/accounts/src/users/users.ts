// Checks logins against the users file (read again when it changes) and the users of settings: name and password →
// user. http-kit's basic.ts reads the credentials of a request.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Log } from '@holdfast/service-kit';
import { createLoginGate, GateFullError } from './gate.ts';
import { createLoginLanes } from './login-lanes.ts';
import { isCorrectPassword, type PasswordHash, type ScryptCost } from './password.ts';
import type { User } from './roles.ts';
import { createThrottle, DEFAULT_THROTTLE, type ThrottleSettings } from './throttle.ts';
import { TOKEN_USER } from './tokens.ts';
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
  /** Users from settings. They take precedence over users of the same name in the file. */
  readonly builtIn?: readonly BuiltInCredentials[];
  /** Path of a JSON users file; see users-file.ts. */
  readonly file?: string;
  readonly log?: Log;
  /** Called after the file was read again, because cached credentials may no longer be valid. */
  readonly onChange?: () => void;
  /** Cost of a login of a user from settings. Default DEFAULT_COST. */
  readonly cost?: ScryptCost;
  /** Time since its last use after which a verified password is hashed again. Default 900,000. */
  readonly cacheTtlMs?: number;
  /** Time after which a verified password is hashed again even if it is in use. Default 43,200,000. */
  readonly cacheLongestMs?: number;
  /** Maximum verified credentials in the cache. Default 1,000. */
  readonly cacheSize?: number;
  /** Minimum time between two checks of the file. Default 2,000. */
  readonly recheckMs?: number;
  /** Maximum concurrent hash computations. Each takes 32 MiB and a thread. Default 2. */
  readonly hashesAtOnce?: number;
  readonly throttle?: Partial<ThrottleSettings>;
  /** Compares a password with a hash. The default uses scrypt. */
  readonly matches?: (password: string, hash: PasswordHash) => Promise<boolean>;
  readonly now?: () => number;
  /** Rejects when the signal aborts. */
  readonly sleep?: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
}

/** Outcome of a login. `slowed`: try again after `waitMs`. */
export type LoginResult =
  | { readonly outcome: 'ok'; readonly user: User }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'slowed'; readonly waitMs: number };

/** Client that tries to log in. */
export interface LoginClient {
  /** Network address. Failures are counted by user and address. */
  readonly client: string;
  /** Aborts when the client has disconnected; the attempt is then dropped. */
  readonly signal?: AbortSignal;
}

export interface Users {
  /** Returns the user if these credentials were verified recently. If the result is undefined, call `verify`. */
  known(name: string, password: string): User | undefined;
  /**
   * Returns a number that changes whenever results of `known` may have become invalid. Returns undefined if the users
   * file has to be checked for changes first.
   */
  edition(): number | undefined;
  /** Rejects with the signal's reason if the client leaves before the result. */
  verify(name: string, password: string, from: LoginClient): Promise<LoginResult>;
  /** Returns the current user of this name, or undefined if there is none. */
  find(name: string): Promise<UserAccount | undefined>;
  /** Call after changing the users file. Resolves when the change is in effect in all processes of this service. */
  reread(): Promise<void>;
}

const MAX_PASSWORD_CHARACTERS = 1_024;
const MAX_NAME_CHARACTERS = 256;
/**
 * Maximum number of logins that wait for a hash computation, in total and per address. Clients of further logins are
 * asked to retry later.
 */
const MAX_WAITING = 200;
const MAX_WAITING_OF_ADDRESS = 50;

export interface RefreshableUsers extends Users {
  /** Reads the file again if it has changed and was not checked a moment ago. */
  refresh(): Promise<void>;
}

/** Rejects with a plain sentence if the users file cannot be used at start. */
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
  const standing = createLoginLanes(now);
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

  async function check(attempt: Attempt): Promise<User | undefined> {
    const { name, password, address, lane, signal, key } = attempt;
    const known = store.find(name);
    const right = await gate.run({ lane, address, signal }, () => isRight(known, password));
    // The users were read again meanwhile, so the result may be outdated.
    if (store.find(name) !== known) return check(attempt);
    if (!right || known === undefined) return undefined;
    const user = { name: known.name, roles: known.roles };
    cache.keep(key, user);
    return user;
  }

  /**
   * A password from settings needs no hash. One is computed anyway, so that the response time does not reveal which
   * users come from settings.
   */
  async function isRight(known: UsersFileUser | BuiltInUser | undefined, password: string): Promise<boolean> {
    const hash = known !== undefined && 'hash' in known ? known.hash : dummyHash(store.cost());
    const matched = await matches(password, hash);
    if (known === undefined) return false;
    return 'hash' in known ? matched : matchesBuiltInPassword(known, password);
  }

  /** Failures are not delayed: nobody can guess a token, and hashing it is cheap. */
  function loginByToken(secret: string): LoginResult {
    const user = store.findByToken(secret);
    return user === undefined ? { outcome: 'wrong' } : { outcome: 'ok', user };
  }

  async function login(attempt: Omit<Attempt, 'lane'>): Promise<LoginResult> {
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

/** Returns true if no user can have such a name or password. */
export function isTooLongToMatch(name: string, password: string): boolean {
  return name.length > MAX_NAME_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS;
}

interface Attempt {
  readonly name: string;
  readonly password: string;
  readonly address: string;
  /** Cache key of the credentials. */
  readonly key: string;
  /** Lane of the gate in which the hash computation waits. */
  readonly lane: number;
  readonly signal: AbortSignal;
}

/**
 * Hash with which the password is compared if the user is unknown. No password matches it, but the comparison takes as
 * long as for a known user.
 */
const dummyHash = (cost: ScryptCost): PasswordHash => ({ cost, salt: randomBytes(16), key: randomBytes(32) });
