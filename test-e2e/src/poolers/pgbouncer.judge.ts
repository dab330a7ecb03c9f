// Judges: packages/pg-kit services/bridge services/repository-service/src/wiring.ts services/config-service/src/wiring.ts
// PgBouncer in common setups: the programs refuse transaction pooling and work with session pooling.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort, startOwnPostgres, startProcess } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { expectRefusal, expectService } from './refused.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);
const judge = PROGRAM === undefined ? it.skip : it;

interface Setup {
  readonly mode: 'transaction' | 'session' | 'statement';
  readonly more?: string;
}

judge.each<Setup>([
  { mode: 'transaction' },
  { mode: 'transaction', more: 'default_pool_size = 1' },
  { mode: 'transaction', more: 'server_round_robin = 1' },
  { mode: 'statement' },
])(
  'PgBouncer is refused with pool_mode = $mode, $more',
  async (setup) => {
    await expectRefusal(await startPgbouncer(setup));
  },
  240_000,
);

judge(
  'PgBouncer is taken with pool_mode = session',
  async () => {
    await expectService(await startPgbouncer({ mode: 'session', more: 'default_pool_size = 80' }));
    expect(PROGRAM).toBeDefined();
  },
  240_000,
);

/** Returns the URL of a database behind PgBouncer. */
async function startPgbouncer({ mode, more = '' }: Setup): Promise<string> {
  const { server } = await startOwnPostgres({ unsafe: true });
  const { password } = new URL(server.url);
  const [folder, port] = [await createTemporaryFolder(), await findFreePort()];
  await writeFile(join(folder, 'users.txt'), `"postgres" "${decodeURIComponent(password)}"\n`);
  const settings = `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
max_client_conn = 500
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
${more}
`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  if (user.length > 0) await openToAll(folder);
  const started = await startProcess(PROGRAM!, [...user, join(folder, 'pgbouncer.ini')]);
  await started.says(/process up/);
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

async function openToAll(folder: string): Promise<void> {
  const { chmod } = await import('node:fs/promises');
  await chmod(folder, 0o755);
}
