// Usage: npm run drill -- object-stores [ROUNDS] [SERVER…]. Tests the object store on each named S3 server (default:
// gateway, SeaweedFS, Garage). Runs every case of the object store's contract, and kills the service, PostgreSQL and
// the maintenance jobs with SIGKILL. On clusters, also kills each server ROUNDS times (default 2) during imports and
// removes a disk. Installs or builds missing servers first; building Garage takes 15 minutes.
import { chooseSeed, createTestDatabase, openTestS3, startDrillServers } from '@holdfast/testkit';
import { runCrashDrill } from '../crash/crash.ts';
import { runKeepingDrill } from '../keeping/keeping.ts';
import { formatCaseTable, runStoreTestCases, type StoreTestCase } from '../object-stores/cases.ts';
import { runNodeLossDrill } from '../object-stores/node-loss.ts';
import { type DrillServer, findDrillServers, serverNames } from '../object-stores/servers.ts';
import { createS3Place } from '../rebuild/s3-place.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const rounds = Number(process.argv[2] ?? 2);
const asked = process.argv.slice(3);
const named = serverNames.filter((name) => asked.length === 0 || asked.includes(name));
const say = console.log;

await runDrill(async () => {
  if (named.length < asked.length) throw new Error(`the servers are ${serverNames.join(', ')}`);
  await startDrillServers();
  const servers = await findDrillServers(named, say);
  const seed = chooseSeed('kills on object stores');
  const cases = new Map<string, StoreTestCase[]>();
  for (const { name } of servers) cases.set(name, await runStoreTestCases(name));
  console.table(formatCaseTable(cases));
  for (const server of servers) await killAround(server, seed);
  const failed = [...cases].flatMap(([server, all]) =>
    all.filter(({ status }) => status === 'failed').map(({ name, why }) => `${server}: ${name}: ${why}`),
  );
  if (failed.length > 0) throw new Error(`not all of the contract is kept:\n${failed.join('\n')}`);
});

async function killAround({ name, start }: DrillServer, seed: number): Promise<void> {
  const { access, cluster } = await start();
  const random = createRandomFromSeed(seed).share;
  const place = async () => createS3Place(await openTestS3(access).bucket());
  for (const victim of ['service', 'postgres'] as const) {
    const plan = { victim, instants: rounds, records: 1_000, sendMs: 3_000, random, say };
    const outcomes = await runCrashDrill({ ...plan, store: await place() });
    const acknowledged = outcomes.reduce((sum, outcome) => sum + outcome.acknowledged, 0);
    say(`${name}: ${rounds} kills of the ${victim}, ${acknowledged} acknowledged records, none lost.`);
  }
  for (const job of ['compact', 'fixity', 'purge', 'rebuild'] as const) {
    const { url: databaseUrl } = await createTestDatabase();
    const bucket = { ...(await place()), objects: undefined };
    const plan = {
      databaseUrl,
      bucket,
      jobs: [job],
      instants: rounds,
      artifacts: 200,
      seed,
      pauseMs: 25,
      say,
    };
    say(`${name}, ${job}: ${JSON.stringify(await runKeepingDrill(plan))}: no read failed, nothing lost.`);
  }
  if (cluster === undefined) return;
  const { losses } = await runNodeLossDrill({ cluster, rounds, records: 1_000, sendMs: 4_000, random, say });
  console.table(losses);
  await cluster.stop();
}
