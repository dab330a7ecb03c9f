// Who may log in: the users file (re-read when it changes), and the users whom settings make. Answers name
// and password → user; how a request carries them is basic.ts's business.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleepMs } from 'node:timers/promises';
import type { Log } from '@holdfast/service-kit';
import { createGate, GateFullError } from './gate.ts';
import { type PasswordHash, passwordMatches, type ScryptCost } from './password.ts';
import type { User } from './roles.ts';
import { createStanding } from './standing.ts';
import { createThrottle, DEFAULT_THROTTLE, type ThrottleSettings } from './throttle.ts';
import { type Account, type BuiltIn, type BuiltInUser, isPasswordOf, openUserStore } from './user-store.ts';
import type { KnownUser } from './users-file.ts';
import { createVerifiedCache, credentialKeys, REMEMBERED } from './verified-cache.ts';

export interface UsersOptions {
  /** Users who need no file. Each wins over one of the same name in the file. */
  readonly builtIn?: readonly BuiltIn[];
  /** A JSON users file; see users-file.ts. */
  readonly file?: string;
  readonly log?: Log;
  /** Told when the file was read again: what was known of credentials may no longer hold. */
  readonly onChange?: () => void;
  /** What a login of a user from settings costs; default DEFAULT_COST. */
  readonly cost?: ScryptCost;
  /** How long after its last use a verified password need not be hashed again; default 900,000. */
  readonly cacheTtlMs?: number;
  /** After this long it is hashed again however much it is used; default 43,200,000. */
  readonly cacheLongestMs?: number;
  /** Verified credentials remembered; default 1,000. */
  readonly cacheSize?: number;
  /** The file is looked at no more often than this; default 2,000. */
  readonly recheckMs?: number;
  /** Hashes computed at once; default 2. Each takes 32 MiB and a thread. */
  readonly hashesAtOnce?: number;
  readonly throttle?: Partial<ThrottleSettings>;
  /** How a password is compared with a hash; default scrypt. */
  readonly matches?: (password: string, hash: PasswordHash) => Promise<boolean>;
  readonly now?: () => number;
  /** Rejects when the signal aborts. */
  readonly sleep?: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
}

/** Outcome of a login: who it is, or `wrong`, or `slowed` (try again after that many milliseconds). */
export type Login =
  | { readonly outcome: 'ok'; readonly user: User }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'slowed'; readonly waitMs: number };

/** Who asks to be let in. */
export interface LoginClient {
  /** Its network address: failures are counted by user and address. */
  readonly client: string;
  /** Aborts when it has gone: nothing more is done for it. */
  readonly signal?: AbortSignal;
}

export interface Users {
  /** Whose credentials these are, when that was verified lately; undefined: `verify` knows. */
  known(name: string, password: string): User | undefined;
  /**
   * Another number whenever what was known may no longer hold; undefined while that has to be looked at first.
   */
  edition(): number | undefined;
  /** Rejects with the signal's reason when the client goes before it is known. */
  verify(name: string, password: string, from: LoginClient): Promise<Login>;
  /** The user of this name as it is now; undefined: there is none, or no longer. */
  find(name: string): Promise<Account | undefined>;
  /** The users file has been changed: resolves when that counts, in all processes of this service. */
  reread(): Promise<void>;
}

const MAX_PASSWORD_CHARACTERS = 1_024;
const MAX_NAME_CHARACTERS = 256;
/** Logins in line for a hash, in all and of one address; a flood of them beyond this is told to come back later. */
const MAX_WAITING = 200;
const MAX_WAITING_OF_ADDRESS = 50;

export interface CheckedUsers extends Users {
  /** Reads the file again when it has changed and was not looked at just now. */
  refresh(): Promise<void>;
}

/** Rejects with a plain sentence when the users file cannot be used at start. */
export async function createUsers(options: UsersOptions): Promise<CheckedUsers> {
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? ((delayMs, signal) => sleepMs(delayMs, undefined, { signal }));
  const matches = options.matches ?? passwordMatches;
  const cache = createVerifiedCache<Login>(now, {
    ttlMs: options.cacheTtlMs ?? REMEMBERED.ttlMs,
    longestMs: options.cacheLongestMs ?? REMEMBERED.longestMs,
    maxSize: options.cacheSize ?? REMEMBERED.maxSize,
  });
  const throttle = createThrottle(now, { ...DEFAULT_THROTTLE, ...options.throttle });
  const standing = createStanding(now);
  const gate = createGate({
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
  const keyOf = credentialKeys();

  async function check(attempt: Attempt): Promise<User | undefined> {
    const { name, password, address, lane, signal, key } = attempt;
    const known = store.find(name);
    const right = await gate.run({ lane, address, signal }, () => isRight(known, password));
    // The users were read again meanwhile: what was checked may no longer hold.
    if (store.find(name) !== known) return check(attempt);
    if (!right || known === undefined) return undefined;
    const user = { name: known.name, roles: known.roles };
    cache.keep(key, user);
    return user;
  }

  /** A password from settings is known, and needs no hash; to tell it from others takes as long all the same. */
  async function isRight(known: KnownUser | BuiltInUser | undefined, password: string): Promise<boolean> {
    const hash = known !== undefined && 'hash' in known ? known.hash : dummyHash(store.cost());
    const matched = await matches(password, hash);
    if (known === undefined) return false;
    return 'hash' in known ? matched : isPasswordOf(known, password);
  }

  async function login(attempt: Omit<Attempt, 'lane'>): Promise<Login> {
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
      if (tooLongToBeRight(givenName, password) || !store.isFresh()) return undefined;
      return cache.find(keyOf(store.resolve(givenName), password));
    },
    edition: () => (store.isFresh() ? edition : undefined),
    async verify(givenName, password, { client: address, signal }) {
      if (tooLongToBeRight(givenName, password)) return { outcome: 'wrong' };
      await store.refresh();
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

/** No user has such a name or password. */
export function tooLongToBeRight(name: string, password: string): boolean {
  return name.length > MAX_NAME_CHARACTERS || password.length > MAX_PASSWORD_CHARACTERS;
}

interface Attempt {
  readonly name: string;
  readonly password: string;
  readonly address: string;
  /** The cache knows the credentials by it. */
  readonly key: string;
  /** The hash waits in this lane of the gate. */
  readonly lane: number;
  readonly signal: AbortSignal;
}

/** An unknown user is checked against this hash, which nothing matches, so that it takes as long. */
const dummyHash = (cost: ScryptCost): PasswordHash => ({ cost, salt: randomBytes(16), key: randomBytes(32) });
