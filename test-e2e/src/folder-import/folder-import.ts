// Kills the CLI or the service with SIGKILL while the CLI imports a folder, and repeats the command until it succeeds.
// Every record must then be stored exactly once. The command must skip files that were already imported, and report
// their number.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  createTemporaryFolder,
  type MadeWarc,
  makeWarc,
  startProcess,
  startTestPostgres,
} from '@holdfast/testkit';
import { checkAu } from '../support/check-import.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

export interface FolderImportPlan {
  readonly files: number;
  readonly recordsPerFile: number;
  readonly kills: number;
  /** Maximum time between the start of the command and the kill, in milliseconds. */
  readonly killWithinMs: number;
  random(): number;
  say(words: string): void;
}

export interface FolderImportOutcome {
  /** Number of runs of the command until everything was imported. */
  readonly runs: number;
  readonly artifacts: number;
  /** Number of files that the last run skipped. */
  readonly passedOver: number;
}

const AUID = 'folder&import~drill';
const program = fileURLToPath(new URL('../../../packages/cli/bin/holdfast.mjs', import.meta.url));

/** Runs the drill. Throws as soon as a check fails. */
export async function importFolderUnderFaults(plan: FolderImportPlan): Promise<FolderImportOutcome> {
  const work = await createTemporaryFolder();
  const made = await makeFolder(join(work, 'archives'), plan);
  const postgres = await startTestPostgres();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const start = () =>
    startRepository({ databaseUrl: postgres.server.url, objectStore, env: { SEGMENT_RECORDS: '50' } });
  let server = await start();
  let runs = 0;
  for (let kill = 1; kill <= plan.kills; kill++) {
    runs += 1;
    const command = await startImport(server, work);
    const killedAfterMs = Math.round(plan.random() * plan.killWithinMs);
    await sleep(killedAfterMs);
    const victim = kill % 2 === 0 ? 'service' : 'command';
    if (victim === 'service') {
      await server.process.kill9();
      await command.exited;
      server = await start();
    } else await command.kill9();
    plan.say(`killed the ${victim} after ${killedAfterMs} ms`);
  }
  await importWhole(server, work, plan);
  runs += 1;
  const { listed } = await checkAu(server.client, AUID, made, []);
  if (listed.length !== made.records.length)
    throw new Error(`${listed.length} artifacts of ${made.records.length} records`);
  const passedOver = await importWhole(server, work, plan);
  if (passedOver !== plan.files) throw new Error(`${passedOver} of ${plan.files} files were passed over`);
  await server.process.stop();
  return { runs, artifacts: listed.length, passedOver };
}

async function makeFolder(folder: string, { files, recordsPerFile }: FolderImportPlan): Promise<MadeWarc> {
  await mkdir(folder);
  const all = Array.from({ length: files }, (_, i) => makeWarc(recordsPerFile, 3_000, `file ${i}`));
  for (const [i, { bytes }] of all.entries()) await writeFile(join(folder, `${i}.warc.gz`), bytes);
  return { bytes: Buffer.alloc(0), records: all.flatMap(({ records }) => records) };
}

function startImport({ client: { settings } }: RepositoryServer, work: string) {
  const words = ['import', join(work, 'archives'), '--auid', AUID, '--report', join(work, 'report.json')];
  const env = {
    HOLDFAST_URL: String(settings.url),
    HOLDFAST_USER: settings.user,
    HOLDFAST_PASSWORD: settings.password,
    XDG_STATE_HOME: join(work, 'state'),
  };
  return startProcess(process.execPath, [program, ...words], { env });
}

/** Runs the command until the import is complete. Returns the number of files that it skipped. */
async function importWhole(server: RepositoryServer, work: string, plan: FolderImportPlan): Promise<number> {
  const command = await startImport(server, work);
  const { code } = await command.exited;
  if (code !== 0) throw new Error(`the import ended with ${code}:\n${command.output()}`);
  const { files } = JSON.parse(await readFile(join(work, 'report.json'), 'utf8')) as Report;
  if (files.length !== plan.files) throw new Error(`the report has ${files.length} of ${plan.files} files`);
  return files.filter(({ outcome }) => outcome === 'in already').length;
}

interface Report {
  readonly files: readonly { readonly outcome: string }[];
}
