// Holds the users of settings and of the users file, and reads the file again when it changes. Checks no passwords.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Log } from '@holdfast/service-kit';
import { DEFAULT_COST, type PasswordHash, type ScryptCost } from './password.ts';
import type { User } from './roles.ts';
import { findTokenUser } from './tokens.ts';
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
  /** Returns the highest cost among the known users' hashes. */
  cost(): ScryptCost;
  /** Returns the name to look up for a login: as given, or as RFC 8265 maps it. */
  resolve(givenName: string): string;
  find(name: string): UsersFileUser | BuiltInUser | undefined;
  /** Returns the user of an API token. The caller must check whether the token has expired. */
  findByToken(secret: string): User | undefined;
  account(name: string): UserAccount | undefined;
  /** Returns true if the users file was checked recently enough. */
  isFresh(): boolean;
  refresh(): Promise<void>;
  /** Checks the file for changes, even if it was checked a moment ago. */
  reread(): Promise<void>;
}

/** Opens the store. If the file later becomes unusable, the users stay unchanged and an error is logged. */
export async function openUserStore(
  options: UserStoreOptions,
  now: () => number,
  onChange: () => void,
): Promise<UserStore> {
  const { file, log } = options;
  const builtIn = builtInUsers(options.builtIn ?? []);
  const ownCosts = builtIn.size > 0 ? [options.cost ?? DEFAULT_COST] : [];
  const recheckMs = options.recheckMs ?? 2_000;
  let stamp = file === undefined ? '' : await computeFileStamp(file);
  let { users, tokens }: UsersFileContent =
    file === undefined ? { users: new Map(), tokens: new Map() } : await readUsersFile(file);
  let lookedMs = now();
  warnOfNames([...builtIn.keys(), ...users.keys()], log);
  let looking: Promise<void> | undefined;

  async function look(path: string): Promise<void> {
    const seen = await computeFileStamp(path).catch(() => 'unreadable');
    if (seen === stamp) return;
    stamp = seen;
    try {
      ({ users, tokens } = await readUsersFile(path));
      onChange();
      warnOfNames([...users.keys()], log);
      log?.info({ users: users.size }, 'the users file was read again');
    } catch (error) {
      // File system errors contain the path; the messages of users-file.ts are safe to show.
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
    cost: () => maxCost([...[...users.values()].map(({ hash }) => hash.cost), ...ownCosts]),
    resolve(givenName) {
      const name = givenName.normalize('NFC');
      return builtIn.has(name) || users.has(name) ? name : mapUserName(name);
    },
    find: (name) => builtIn.get(name) ?? inFile(name),
    findByToken: (secret) => findTokenUser(tokens, secret, (name) => builtIn.get(name) ?? inFile(name)),
    account(name) {
      const known = builtIn.get(name) ?? inFile(name);
      if (known === undefined) return undefined;
      const stamp = 'hash' in known ? stampOfHash(known.hash, known.sessionMark) : known.stamp;
      return { user: { name, roles: known.roles }, stamp };
    },
    isFresh: () => file === undefined || (looking === undefined && !isDue()),
    refresh() {
      if (file === undefined) return Promise.resolve();
      return looking ?? (isDue() ? lookNow(file) : Promise.resolve());
    },
    async reread() {
      // Waits for a check in progress and then checks again, because the first check may have read the file before the
      // change.
      await looking;
      if (file !== undefined) await lookNow(file);
    },
  };
}

function maxCost(costs: readonly ScryptCost[]): ScryptCost {
  const work = ({ logN, r, p }: ScryptCost): number => 2 ** logN * r * p;
  return costs.reduce((most, cost) => (work(cost) > work(most) ? cost : most), costs[0] ?? DEFAULT_COST);
}

/** Maximum names quoted in one warning. */
const MAX_NAMES_QUOTED = 10;

/** Such names were added before names were checked. They keep working, but should be replaced. */
function warnOfNames(names: readonly string[], log: Log | undefined): void {
  const odd = names.filter((name) => name !== mapUserName(name) || findUserNameFault(name) !== undefined);
  if (odd.length === 0) return;
  log?.warn(
    { count: odd.length, names: odd.slice(0, MAX_NAMES_QUOTED).map(escapeName) },
    'some user names are not what RFC 8265 allows, and may look like others; they work, and should be replaced',
  );
}

/** Makes invisible characters visible. */
function escapeName(name: string): string {
  return name.replace(/[^!-~]/gu, (point) => `\\u{${point.codePointAt(0)!.toString(16)}}`);
}

export interface UserAccount {
  readonly user: User;
  /**
   * Changes when the password changes and when the user is disabled. All processes compute the same value. Keep it
   * secret, like a password hash.
   */
  readonly stamp: string;
}

/**
 * Stamp of a user in the users file. Setting the same password again creates a new hash and therefore a new stamp. The
 * stamp also depends on `sessionMark`, which the file contains for users who were once disabled.
 */
function stampOfHash({ salt, key }: PasswordHash, sessionMark = ''): string {
  return createHash('sha256').update('hash').update(salt).update(key).update(sessionMark).digest('base64');
}

/** Stamp of a user whose password is a setting. */
function stampOfPassword(password: string): string {
  return createHash('sha256').update('password').update(password.normalize('NFC')).digest('base64');
}

export interface BuiltInCredentials {
  readonly name: string;
  readonly password: string;
  /** The only role of the user. */
  readonly role: string;
}

/** A user whose password is a setting. `stamp` is computed from that password. */
export type BuiltInUser = Pick<UsersFileUser, 'name' | 'roles'> & Pick<UserAccount, 'stamp'>;

/** Returns the users by name. Names must be unique. */
function builtInUsers(builtIns: readonly BuiltInCredentials[]): Map<string, BuiltInUser> {
  const users = builtIns.map(({ name, password, role }) => ({
    name: name.normalize('NFC'),
    roles: [role],
    stamp: stampOfPassword(password),
  }));
  return new Map(users.map((user) => [user.name, user]));
}

/** Compares in constant time. */
export function matchesBuiltInPassword({ stamp }: BuiltInUser, password: string): boolean {
  return timingSafeEqual(Buffer.from(stamp), Buffer.from(stampOfPassword(password)));
}
