// The users of settings and of the users file, as last read. Reads the file again when it changes; checks no password.
import type { Log } from '@holdfast/service-kit';
import { type Account, stampOfHash } from './account.ts';
import { type BuiltIn, type BuiltInUser, builtInUsers } from './built-in.ts';
import { DEFAULT_COST, type ScryptCost } from './password.ts';
import { mapUserName, whyNotUserName } from './user-name.ts';
import { fileStamp, type KnownUser, readUsersFile } from './users-file.ts';

export interface UserStoreOptions {
  readonly builtIn?: readonly BuiltIn[];
  readonly file?: string;
  readonly log?: Log;
  readonly cost?: ScryptCost;
  readonly recheckMs?: number;
}

export interface UserStore {
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
