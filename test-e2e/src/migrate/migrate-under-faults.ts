// Repeatedly kills the CLI or the service with SIGKILL during a migration, and repeats the command until it succeeds.
// Every artifact must then be present once and unchanged. Also compares the speed of a migration with a plain import of
// the same bytes.
import { createReadStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, type StartedProcess, startTestPostgres } from '@holdfast/testkit';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { compareArtifacts } from './compare.ts';
import { type MadeStore, makeStore } from './made-store.ts';
import { runMigrationToEnd, startMigration } from './run-migration.ts';

export interface MigrationPlan {
  readonly aus: number;
  readonly artifactsOfAu: number;
  readonly payloadBytes: number;
  readonly kills: number;
  readonly jobs: number;
  random(): number;
  say(words: string): void;
}

/** Times in seconds. */
export interface RoundTimes {
  readonly migration: number;
  readonly verification: number;
  readonly plainImport: number;
}

export interface MigrationRates {
  readonly rounds: RoundTimes[];
  readonly megabytes: number;
}

/** Runs the drill. Throws as soon as a check fails. */
export async function migrateUnderFaults(plan: MigrationPlan): Promise<MadeStore> {
  const { store, made } = await createStore(plan);
  const postgres = await startTestPostgres();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const start = () => startRepository({ databaseUrl: postgres.server.url, objectStore });
  let server = await start();
  const work = await createTemporaryFolder();
  const words = [store, '--jobs', String(plan.jobs), '--json'];
  for (let kill = 1; kill <= plan.kills; kill++) {
    const command = await startMigration({ server, work, words });
    const reported = Math.ceil(((kill - plan.random()) * plan.aus) / (plan.kills + 1));
    await waitUntilReported(command, reported);
    const victim = kill % 2 === 0 ? 'service' : 'command';
    if (victim === 'service') {
      await server.process.kill9();
      await command.kill9();
      server = await start();
    } else await command.kill9();
    plan.say(`killed the ${victim} after ${reported} AUs`);
  }
  const { report, output } = await runMigrationToEnd({ server, work, words });
  const { same, aus, source, stored } = report.totals;
  plan.say(`the last run stored ${stored} of ${source.artifacts} artifacts`);
  if (plan.kills > 0 && stored === 0) throw new Error('the kills came when all was over already');
  if (same !== aus || source.artifacts !== made.artifacts.length) throw new Error(`not the same:\n${output}`);
  await compareArtifacts(server.client, made, 50);
  const verified = await runMigrationToEnd({ server, work, words: [...words, '--verify'] });
  if (verified.report.totals.same !== aus)
    throw new Error(`not the same by reading all:\n${verified.output}`);
  await server.process.stop();
  return made;
}

/** Waits until the command has reported more than `aus` AUs, including AUs that earlier runs have already migrated. */
async function waitUntilReported({ output }: StartedProcess, aus: number): Promise<void> {
  while (output().split('"auid"').length <= aus) await sleep(20);
}

/** Measures migrations and imports, each into an empty service, alternating which runs first. */
export async function measureMigrationRates(plan: MigrationPlan, count: number): Promise<MigrationRates> {
  const { store, made } = await createStore(plan);
  const rounds: RoundTimes[] = [];
  for (let round = 0; round < count; round++) {
    const importsFirst = round % 2 === 0;
    const before = importsFirst ? await measureImport(made, plan) : undefined;
    const [migration, verification] = await measureMigration(store, plan);
    const plainImport = before ?? (await measureImport(made, plan));
    rounds.push({ migration, verification, plainImport });
  }
  const bytes = made.files.reduce((sum, file) => sum + file.bytes, 0);
  return { rounds, megabytes: bytes / 1e6 };
}

const measureImport = (made: MadeStore, { jobs }: MigrationPlan): Promise<number> =>
  runOnEmptyService((server) => measureSeconds(() => importAll(server, made, jobs)));

async function measureMigration(store: string, { jobs }: MigrationPlan): Promise<[number, number]> {
  const work = await createTemporaryFolder();
  const words = [store, '--jobs', String(jobs), '--quiet'];
  return runOnEmptyService(async (server) => [
    await measureSeconds(() => runMigrationToEnd({ server, work, words })),
    await measureSeconds(() => runMigrationToEnd({ server, work, words: [...words, '--verify'] })),
  ]);
}

async function createStore(plan: MigrationPlan): Promise<{ store: string; made: MadeStore }> {
  const store = await createTemporaryFolder();
  const made = makeStore({ ...plan, folder: store, damagedJournal: 1 });
  plan.say(`made a store of ${made.artifacts.length} artifacts in ${plan.aus} AUs`);
  return { store, made };
}

async function runOnEmptyService<Result>(
  use: (server: RepositoryServer) => Promise<Result>,
): Promise<Result> {
  const postgres = await startTestPostgres();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const server = await startRepository({ databaseUrl: postgres.server.url, objectStore });
  try {
    return await use(server);
  } finally {
    await server.process.stop();
  }
}

/** Imports the migrated files without the migration command, one file per upload, with the same concurrency. */
async function importAll({ client }: RepositoryServer, { files }: MadeStore, jobs: number): Promise<void> {
  const left = files.values();
  const importNext = async () => {
    for (const { path, auid } of left) {
      const { status } = await client.importArchive(createReadStream(path, { highWaterMark: 1024 * 1024 }), {
        auid,
        namespace: 'plain',
      });
      if (status !== 200) throw new Error(`the plain import of ${path} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, importNext));
}

async function measureSeconds(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  return (performance.now() - startedMs) / 1000;
}
