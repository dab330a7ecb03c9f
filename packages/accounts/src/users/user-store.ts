// Users from the settings and from the users file. Reads the file again when it changes. Checks passwords only for
// users in the settings.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Log } from '@holdfast/service-kit';
import { DEFAULT_SCRYPT_COST, type PasswordHash, type ScryptCost } from './password.ts';
import { computeProviderStamp, PROVIDER_PREFIX } from './provider-users.ts';
import type { User } from './roles.ts';
import { findTokenUser } from './roles.ts';
import { findUserNameFault, mapUserName } from './user-name.ts';
import { computeFileStamp, readUsersFile, type UsersFileContent, type UsersFileUser } from './users-file.ts';

interface UserStoreOptions {
  readonly builtIn?: readonly BuiltInCredentials[];
  readonly file?: string;
  readonly log?: Log;
  readonly cost?: ScryptCost;
  readonly recheckMs?: number;
}

interface UserStore {
  /** Returns the highest cost of all users' password hashes. */
  cost(): ScryptCost;
  /**
   * Returns the name for a login: the NFC form of `givenName` if such a user exists, else its mapped form (RFC 8265).
   */
  resolve(givenName: string): string;
  find(name: string): UsersFileUser | BuiltInUser | undefined;
  /** Returns the user of an API token. The caller must check the token's expiry. */
  findByToken(secret: string): User | undefined;
  /**
   * Returns the account of a user, or undefined if no user has this name. `oidc:SUBJECT` is a user of the OpenID
   * Connect provider; its account has no roles, because the users file does not contain them.
   */
  account(name: string): UserAccount | undefined;
  /** Returns whether the users file was checked recently enough. */
  isFresh(): boolean;
  refresh(): Promise<void>;
  /** Checks the file for changes immediately, even if the last check is recent. */
  reread(): Promise<void>;
}

/** Opens the store. If the file becomes unusable later, keeps the current users and logs an error. */
export async function openUserStore(
  options: UserStoreOptions,
  now: () => number,
  onChange: () => void,
): Promise<UserStore> {
  const { file, log } = options;
  const builtIn = indexBuiltInUsers(options.builtIn ?? []);
  const ownCosts = builtIn.size > 0 ? [options.cost ?? DEFAULT_SCRYPT_COST] : [];
  const recheckMs = options.recheckMs ?? 2_000;
  let stamp = file === undefined ? '' : await computeFileStamp(file);
  let { users, tokens, providerUsers }: UsersFileContent =
    file === undefined ? NO_CONTENT : await readUsersFile(file);
  let lookedMs = now();
  warnOfNames([...builtIn.keys(), ...users.keys()], log);
  let looking: Promise<void> | undefined;

  async function look(path: string): Promise<void> {
    const seen = await computeFileStamp(path).catch(() => 'unreadable');
    if (seen === stamp) return;
    stamp = seen;
    try {
      ({ users, tokens, providerUsers } = await readUsersFile(path));
      onChange();
      warnOfNames([...users.keys()], log);
      log?.info({ users: users.size }, 'the users file was read again');
    } catch (error) {
      // Logs only the code of a file system error, because its message contains the path. Errors of users-file.ts have
      // no code, and their messages contain no secrets.
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? message : `it cannot be read (${code})`;
      log?.error({ reason }, 'the users file changed and cannot be used; the users stay as they were');
    }
  }

  const isDue = (): boolean => now() - lookedMs >= recheckMs;
  const inFile = (name: string): UsersFileUser | undefined => {
    const user = users.get(name);
    return user?.isDisabled ? undefined : user;
  };

  function lookNow(path: string): Promise<void> {
    lookedMs = now();
    looking = look(path).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    cost: () => findMaxCost([...[...users.values()].map(({ hash }) => hash.cost), ...ownCosts]),
    resolve(givenName) {
      if (givenName.startsWith(PROVIDER_PREFIX)) return givenName;
      const name = givenName.normalize('NFC');
      return builtIn.has(name) || users.has(name) ? name : mapUserName(name);
    },
    find: (name) => builtIn.get(name) ?? inFile(name),
    findByToken: (secret) => findTokenUser(tokens, secret, (name) => builtIn.get(name) ?? inFile(name)),
    account(name) {
      if (name.startsWith(PROVIDER_PREFIX)) {
        const stamp = computeProviderStamp(providerUsers, name.slice(PROVIDER_PREFIX.length));
        return stamp === undefined ? undefined : { user: { name, roles: [] }, stamp };
      }
      const known = builtIn.get(name) ?? inFile(name);
      if (known === undefined) return undefined;
      const stamp = 'hash' in known ? computeHashStamp(known.hash, known.sessionMark) : known.stamp;
      return { user: { name, roles: known.roles }, stamp };
    },
    isFresh: () => file === undefined || (looking === undefined && !isDue()),
    refresh() {
      if (file === undefined) return Promise.resolve();
      return looking ?? (isDue() ? lookNow(file) : Promise.resolve());
    },
    async reread() {
      // Waits for a running check, then checks again. The running check may have read the file before the change.
      await looking;
      if (file !== undefined) await lookNow(file);
    },
  };
}

const NO_CONTENT: UsersFileContent = { users: new Map(), tokens: new Map(), providerUsers: new Map() };

function findMaxCost(costs: readonly ScryptCost[]): ScryptCost {
  const work = ({ logN, r, p }: ScryptCost): number => 2 ** logN * r * p;
  return costs.reduce(
    (most, cost) => (work(cost) > work(most) ? cost : most),
    costs[0] ?? DEFAULT_SCRYPT_COST,
  );
}

/** Maximum number of names in one warning. */
const MAX_NAMES_QUOTED = 10;

/** Warns about names that violate the current rules. Such names were created before these rules, and stay valid. */
function warnOfNames(names: readonly string[], log: Log | undefined): void {
  const odd = names.filter((name) => name !== mapUserName(name) || findUserNameFault(name) !== undefined);
  if (odd.length === 0) return;
  log?.warn(
    { count: odd.length, names: odd.slice(0, MAX_NAMES_QUOTED).map(escapeName) },
    'some user names do not conform to RFC 8265 and may look like others; they still work, but should be replaced',
  );
}

/** Escapes all characters except visible ASCII characters. */
function escapeName(name: string): string {
  return name.replace(/[^!-~]/gu, (point) => `\\u{${point.codePointAt(0)!.toString(16)}}`);
}

export interface UserAccount {
  readonly user: User;
  /**
   * Value that changes when the password changes or the user is disabled. All processes compute the same value. Keep it
   * secret, like a password hash.
   */
  readonly stamp: string;
}

/**
 * Computes the stamp of a user in the users file. A new hash of the same password changes the stamp. `sessionMark`
 * exists only for users whose sessions were ended at some time.
 */
function computeHashStamp({ salt, key }: PasswordHash, sessionMark = ''): string {
  return createHash('sha256').update('hash').update(salt).update(key).update(sessionMark).digest('base64');
}

/** Computes the stamp of a user whose password is in the settings. */
function computePasswordStamp(password: string): string {
  return createHash('sha256').update('password').update(password.normalize('NFC')).digest('base64');
}

export interface BuiltInCredentials {
  readonly name: string;
  readonly password: string;
  readonly role: string;
}

/** User whose password is in the settings. `stamp` is derived from the password. */
export type BuiltInUser = Pick<UsersFileUser, 'name' | 'roles'> & Pick<UserAccount, 'stamp'>;

/** Indexes the users in the settings by name. Their names must be unique. */
function indexBuiltInUsers(builtIns: readonly BuiltInCredentials[]): Map<string, BuiltInUser> {
  const users = builtIns.map(({ name, password, role }) => ({
    name: name.normalize('NFC'),
    roles: [role],
    stamp: computePasswordStamp(password),
  }));
  return new Map(users.map((user) => [user.name, user]));
}

/** Compares the password in constant time. */
export function matchesBuiltInPassword({ stamp }: BuiltInUser, password: string): boolean {
  return timingSafeEqual(Buffer.from(stamp), Buffer.from(computePasswordStamp(password)));
}
