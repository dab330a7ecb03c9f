// The users of settings and of the users file, as last read. Reads the file again when it changes; checks no password.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Log } from '@holdfast/service-kit';
import { DEFAULT_COST, type PasswordHash, type ScryptCost } from './password.ts';
import type { User } from './roles.ts';
import { mapUserName, whyNotUserName } from './user-name.ts';
import { fileStamp, type KnownUser, readUsersFile } from './users-file.ts';

interface UserStoreOptions {
  readonly builtIn?: readonly BuiltIn[];
  readonly file?: string;
  readonly log?: Log;
  readonly cost?: ScryptCost;
  readonly recheckMs?: number;
}

interface UserStore {
  /** The highest cost among the known users' hashes. */
  cost(): ScryptCost;
  /** The name under which a login with this name is looked up: as it is, or as RFC 8265 maps it. */
  resolve(givenName: string): string;
  find(name: string): KnownUser | BuiltInUser | undefined;
  account(name: string): Account | undefined;
  /** Whether there is nothing to refresh. */
  isFresh(): boolean;
  refresh(): Promise<void>;
  /** Does so however lately it was looked at. */
  reread(): Promise<void>;
}

/** The users as last read. A file that becomes unusable leaves them as they were, and says so in the log. */
export async function openUserStore(
  options: UserStoreOptions,
  now: () => number,
  onChange: () => void,
): Promise<UserStore> {
  const { file, log } = options;
  const builtIn = builtInUsers(options.builtIn ?? []);
  const ownCosts = builtIn.size > 0 ? [options.cost ?? DEFAULT_COST] : [];
  const recheckMs = options.recheckMs ?? 2_000;
  let stamp = file === undefined ? '' : await fileStamp(file);
  let users = file === undefined ? new Map<string, KnownUser>() : await readUsersFile(file);
  let lookedMs = now();
  warnOfNames([...builtIn.keys(), ...users.keys()], log);
  let looking: Promise<void> | undefined;

  async function look(path: string): Promise<void> {
    const seen = await fileStamp(path).catch(() => 'unreadable');
    if (seen === stamp) return;
    stamp = seen;
    try {
      users = await readUsersFile(path);
      onChange();
      warnOfNames([...users.keys()], log);
      log?.info({ users: users.size }, 'the users file was read again');
    } catch (error) {
      // The message of a file system error holds the path; those of users-file.ts are fit to be shown.
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === undefined ? message : `it cannot be read (${code})`;
      log?.error({ reason }, 'the users file changed and cannot be used; the users stay as they were');
    }
  }

  const isDue = (): boolean => now() - lookedMs >= recheckMs;
  const inFile = (name: string): KnownUser | undefined => {
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
      // A check under way may have read the object before the change.
      await looking;
      if (file !== undefined) await lookNow(file);
    },
  };
}

function maxCost(costs: readonly ScryptCost[]): ScryptCost {
  const work = ({ logN, r, p }: ScryptCost): number => 2 ** logN * r * p;
  return costs.reduce((most, cost) => (work(cost) > work(most) ? cost : most), costs[0] ?? DEFAULT_COST);
}

/** At most this many names are quoted in one warning. */
const MAX_NAMES_QUOTED = 10;

/** Such names came in before names were checked. They work, and somebody should rename them. */
function warnOfNames(names: readonly string[], log: Log | undefined): void {
  const odd = names.filter((name) => name !== mapUserName(name) || whyNotUserName(name) !== undefined);
  if (odd.length === 0) return;
  log?.warn(
    { count: odd.length, names: odd.slice(0, MAX_NAMES_QUOTED).map(escapeName) },
    'some user names are not what RFC 8265 allows, and may look like others; they work, and should be replaced',
  );
}

/** Shows what nobody would see. */
function escapeName(name: string): string {
  return name.replace(/[^!-~]/gu, (point) => `\\u{${point.codePointAt(0)!.toString(16)}}`);
}

export interface Account {
  readonly user: User;
  /** Changes whenever the password does, and when the user is disabled; is the same in all processes that know it. A secret like a password's hash. */
  readonly stamp: string;
}

/**
 * For a user whose hash is kept in a file: setting the same password again makes another stamp. So does `sessionMark`, which
 * the file contains for a user who was disabled once.
 */
function stampOfHash({ salt, key }: PasswordHash, sessionMark = ''): string {
  return createHash('sha256').update('hash').update(salt).update(key).update(sessionMark).digest('base64');
}

/** This is for a user whose password is a setting. */
function stampOfPassword(password: string): string {
  return createHash('sha256').update('password').update(password.normalize('NFC')).digest('base64');
}

export interface BuiltIn {
  readonly name: string;
  readonly password: string;
  /** All that it may do. */
  readonly role: string;
}

/** `stamp`: of the password. */
export type BuiltInUser = Pick<KnownUser, 'name' | 'roles'> & Pick<Account, 'stamp'>;

/** By name; no two share one. */
function builtInUsers(builtIns: readonly BuiltIn[]): Map<string, BuiltInUser> {
  const users = builtIns.map(({ name, password, role }) => ({
    name: name.normalize('NFC'),
    roles: [role],
    stamp: stampOfPassword(password),
  }));
  return new Map(users.map((user) => [user.name, user]));
}

/** Takes as long whatever the password. */
export function isPasswordOf({ stamp }: BuiltInUser, password: string): boolean {
  return timingSafeEqual(Buffer.from(stamp), Buffer.from(stampOfPassword(password)));
}
