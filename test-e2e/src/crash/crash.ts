// kill -9 in the middle of an import, of the service or of PostgreSQL: what was acknowledged is there afterwards, with
// what was captured with it; nothing half done is visible, and the import can simply be repeated. Revisits wait for their
// originals, and records behind them for their lines.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ImportStatus,
  type MadeWarc,
  makeWarc,
  type OwnPostgres,
  ownPostgres,
  temporaryFolder,
} from '@holdfast/testkit';
import { checkAu } from '../support/check-import.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { slowly } from '../support/slowly.ts';
import { checkCompanions, withCompanions } from '../support/with-companions.ts';

export interface CrashPlan {
  victim: 'service' | 'postgres';
  instants: number;
  /** Records of one import, and how long sending it is made to take. */
  records: number;
  sendMs: number;
  random(): number;
  say(words: string): void;
}

export interface CrashOutcome {
  instant: number;
  killedAfterMs: number;
  acknowledged: number;
  unacknowledged: number;
  stored: number;
}

/** Throws at the first thing that is not as it must be. */
export async function crash(plan: CrashPlan): Promise<CrashOutcome[]> {
  const postgres = await ownPostgres();
  const objectStore = `fs:${await temporaryFolder()}`;
  const made = withCompanions(makeWarc(plan.records, 4_000));
  const outcomes: CrashOutcome[] = [];
  let server = await start(postgres, objectStore);
  for (let instant = 1; instant <= plan.instants; instant++) {
    const auid = `crash&${plan.victim}~${instant}`;
    const killedAfterMs = Math.round(plan.random() * plan.sendMs);
    const acknowledged = await importAndKill({ server, postgres, plan, made, auid, killedAfterMs });
    if (plan.victim === 'service') server = await start(postgres, objectStore);
    else await postgres.restart().then(() => server.process.answers(`${server.metricsUrl}/readyz`));
    const { unacknowledged } = await checkAu(server.client, auid, made, acknowledged);
    const stored = await repeatImport(server, auid, made, acknowledged.length + unacknowledged);
    const outcome = { instant, killedAfterMs, acknowledged: acknowledged.length, unacknowledged, stored };
    plan.say(`killed the ${plan.victim}: ${JSON.stringify(outcome)}`);
    outcomes.push(outcome);
  }
  await server.process.stop();
  return outcomes;
}

function start(postgres: OwnPostgres, objectStore: string): Promise<RepositoryServer> {
  // Small segments, so that there are many instants between them.
  const env = { SEGMENT_RECORDS: '100', SEGMENT_AGE: '50ms' };
  return startRepository({ databaseUrl: postgres.server.url, objectStore, env });
}

interface Round {
  server: RepositoryServer;
  postgres: OwnPostgres;
  plan: CrashPlan;
  made: MadeWarc;
  auid: string;
  killedAfterMs: number;
}

/** What had been acknowledged when the import broke off. */
async function importAndKill(round: Round): Promise<ImportStatus[]> {
  const { server, postgres, plan, made, auid, killedAfterMs } = round;
  const acknowledged: ImportStatus[] = [];
  const onStatus = (status: ImportStatus) => status.status === 'OK' && acknowledged.push(status);
  const archive = Readable.from(slowly(made.bytes, { steps: 50, totalMs: plan.sendMs }));
  const importing = server.client.importArchive(archive, { auid, onStatus }).catch(() => undefined);
  await sleep(killedAfterMs);
  if (plan.victim === 'service') await server.process.kill9();
  else await postgres.kill();
  await importing;
  return acknowledged;
}

/** Repeats the import, which stores what is missing and calls the rest duplicates. Answers how many it stored. */
async function repeatImport(
  server: RepositoryServer,
  auid: string,
  made: MadeWarc,
  there: number,
): Promise<number> {
  const { status, statuses } = await server.client.importArchive(made.bytes, { auid });
  const count = (wanted: string) => statuses.filter((one) => one.status === wanted).length;
  const [stored, duplicates] = [count('OK'), count('DUPLICATE')];
  if (status !== 200 || duplicates !== there || stored !== made.records.length - there) {
    throw new Error(
      `repeated: ${status}, ${stored} stored, ${duplicates} duplicates where ${there} were there`,
    );
  }
  const { listed } = await checkAu(server.client, auid, made, statuses);
  await checkCompanions(
    server.client,
    listed.filter(({ uri }, i) => uri.endsWith('?again') || i % 7 === 0),
  );
  if (listed.length !== made.records.length) throw new Error(`${listed.length} listed after the repetition`);
  return stored;
}
