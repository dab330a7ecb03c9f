// System account of the PostgreSQL server. PostgreSQL refuses to run as root, so root runs it with an unused numeric
// user ID. No account is created on the system, and no other user can read the data.
import { spawnSync } from 'node:child_process';
import { readFileSync, type Stats } from 'node:fs';

export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

// First user ID outside the ranges that distributions, systemd and container engines use.
const FIRST_OWN_ID = 60_861;

/**
 * Chooses the account of the server. Returns undefined for the current user. If there is existing data, returns its
 * owner, so that the data stays readable.
 */
export function chooseServerAccount(existing: Stats | undefined): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const taken = new Set(accounts().flatMap(({ uid, gid }) => [uid, gid]));
  let id = FIRST_OWN_ID;
  while (taken.has(id)) id++;
  return { uid: id, gid: id };
}

/** Returns an account with a name, which initdb requires but the server does not. */
export function chooseNamedAccount(account: ServerAccount): ServerAccount {
  const all = accounts();
  const own = all.find(({ uid }) => uid === account.uid);
  const named = own ?? all.find(({ name }) => name === 'nobody') ?? all.find(({ uid }) => uid !== 0);
  if (named === undefined)
    throw new Error('There is no account but root in /etc/passwd that initdb could run as.');
  return { uid: named.uid, gid: named.gid };
}

/** Returns whether all of these /bin/sh tests (`-x folder`, `-r file`) succeed for the account. */
export function passesShellTests(
  account: ServerAccount,
  tests: readonly (readonly ['-x' | '-r', string])[],
): boolean {
  const script = 'while [ $# -gt 0 ]; do test "$1" "$2" || exit 1; shift 2; done';
  const { status, error } = spawnSync('/bin/sh', ['-c', script, 'sh', ...tests.flat()], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    stdio: 'ignore',
    env: {},
  });
  if (error !== undefined) {
    throw new Error(
      `PostgreSQL does not run as root, and root cannot become user ${account.uid} here (${error.message}). ` +
        'Start as another user, or name a PostgreSQL server (DATABASE_URL).',
      { cause: error },
    );
  }
  return status === 0;
}

function accounts(): (ServerAccount & { name: string })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && Number.isInteger(uid));
}
