// Who the server runs as. PostgreSQL refuses to run as root, so root lends it a numeric user id that no account has:
// nothing is added to the machine, and no other program can read the data.
import { spawnSync } from 'node:child_process';
import { readFileSync, type Stats } from 'node:fs';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

// Outside the ranges that distributions, systemd and containers hand out.
const FIRST_OWN_ID = 60_861;

/** undefined: as ourselves. What exists already decides by its owner, so that data stays readable. */
export function serverAccount(existing: Stats | undefined): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existing !== undefined && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const taken = new Set(accounts().flatMap(({ uid, gid }) => [uid, gid]));
  let id = FIRST_OWN_ID;
  while (taken.has(id)) id++;
  return { uid: id, gid: id };
}

/** initdb, other than the server, wants a user id that has a name. */
export function namedAccount(account: Account): Account {
  const all = accounts();
  const own = all.find(({ uid }) => uid === account.uid);
  const named = own ?? all.find(({ name }) => name === 'nobody') ?? all.find(({ uid }) => uid !== 0);
  if (named === undefined)
    throw new Error('There is no account but root in /etc/passwd that initdb could run as.');
  return { uid: named.uid, gid: named.gid };
}

/** Whether the account passes all these tests of /bin/sh (`-x folder`, `-r file`), asked of the system itself. */
export function passes(account: Account, tests: readonly (readonly ['-x' | '-r', string])[]): boolean {
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

function accounts(): (Account & { name: string })[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && Number.isInteger(uid));
}
