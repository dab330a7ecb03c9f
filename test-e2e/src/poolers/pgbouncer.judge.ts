// Covers: packages/pg-kit services/bridge services/repository-service/src/wiring.ts services/config-service/src/wiring.ts
// Tests PgBouncer in common setups. The programs must refuse transaction pooling and work with session pooling.
import {
  addCleanup,
  createTemporaryFolder,
  findPgbouncer,
  type PgbouncerSettings,
  startPgbouncer,
  startTestPostgres,
} from '@holdfast/testkit';
import { it } from '@jest/globals';
import { expectPoolerRefusal, expectServicesReady } from './refused.ts';

const judge = findPgbouncer() === undefined ? it.skip : it;

judge.each<PgbouncerSettings>([
  { mode: 'transaction' },
  { mode: 'transaction', more: 'default_pool_size = 1' },
  { mode: 'transaction', more: 'server_round_robin = 1' },
  { mode: 'statement' },
])(
  'PgBouncer is refused with pool_mode = $mode, $more',
  async (setup) => {
    await expectPoolerRefusal(await openBehindPgbouncer(setup));
  },
  240_000,
);

judge(
  'PgBouncer is taken with pool_mode = session',
  async () => {
    await expectServicesReady(await openBehindPgbouncer({ mode: 'session', more: 'default_pool_size = 80' }));
  },
  240_000,
);

/** Returns the URL of a database behind PgBouncer. */
async function openBehindPgbouncer(settings: PgbouncerSettings): Promise<string> {
  const { server } = await startTestPostgres({ unsafe: true });
  const pgbouncer = await startPgbouncer(server.url, await createTemporaryFolder(), settings);
  addCleanup(pgbouncer.stop);
  return pgbouncer.url;
}
