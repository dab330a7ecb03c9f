// Kills the service or PostgreSQL with SIGKILL during an import. Afterwards acknowledged captures and their companion
// records (request, metadata) must be present, no partial capture may be visible, and a repeated import must succeed.
// The imports contain revisits that wait for their originals, which delays the status lines of later records.
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTemporaryFolder,
  type ImportStatus,
  type MadeWarc,
  makeWarc,
  startTestPostgres,
  type TestPostgresServer,
} from '@holdfast/testkit';
import { checkAu } from '../support/check-import.ts';
import { repeatImport } from '../support/repeat-import.ts';
import {
  type RepositoryOptions,
  type RepositoryServer,
  startRepository,
} from '../support/repository-server.ts';
import { sendSlowly } from '../support/slowly.ts';
import { makeCompanionArchive } from '../support/with-companions.ts';

export interface CrashPlan {
  victim: 'service' | 'postgres';
  /** Object store of the service. Default: a folder. */
  store?: Pick<RepositoryOptions, 'objectStore' | 'env'>;
  instants: number;
  /** Number of records in one import. The upload takes `sendMs` milliseconds. */
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

/** Runs the drill. Throws as soon as a check fails. */
export async function runCrashDrill(plan: CrashPlan): Promise<CrashOutcome[]> {
  const postgres = await startTestPostgres();
  const store = plan.store ?? { objectStore: `fs:${await createTemporaryFolder()}` };
  const made = makeCompanionArchive(makeWarc(plan.records, 4_000));
  const outcomes: CrashOutcome[] = [];
  let server = await start(postgres, store);
  for (let instant = 1; instant <= plan.instants; instant++) {
    const auid = `crash&${plan.victim}~${instant}`;
    const killedAfterMs = Math.round(plan.random() * plan.sendMs);
    const acknowledged = await importAndKill({ server, postgres, plan, made, auid, killedAfterMs });
    if (plan.victim === 'service') server = await start(postgres, store);
    else await postgres.restart().then(() => server.process.answers(`${server.metricsUrl}/readyz`));
    const { unacknowledged } = await checkAu(server.client, auid, made, acknowledged);
    const stored = await repeatImport(server.client, auid, made, acknowledged.length + unacknowledged);
    const outcome = { instant, killedAfterMs, acknowledged: acknowledged.length, unacknowledged, stored };
    plan.say(`killed the ${plan.victim}: ${JSON.stringify(outcome)}`);
    outcomes.push(outcome);
  }
  await server.process.stop();
  return outcomes;
}

function start(
  postgres: TestPostgresServer,
  { objectStore, env: ofStore }: NonNullable<CrashPlan['store']>,
): Promise<RepositoryServer> {
  // Uses small segments, so that a kill is likely to fall between two segments.
  const env = { ...ofStore, SEGMENT_RECORDS: '100', SEGMENT_AGE: '50ms' };
  return startRepository({ databaseUrl: postgres.server.url, objectStore, env });
}

interface Round {
  server: RepositoryServer;
  postgres: TestPostgresServer;
  plan: CrashPlan;
  made: MadeWarc;
  auid: string;
  killedAfterMs: number;
}

/**
 * Imports an archive and kills the service or PostgreSQL meanwhile. Returns the statuses acknowledged before the kill.
 */
async function importAndKill(round: Round): Promise<ImportStatus[]> {
  const { server, postgres, plan, made, auid, killedAfterMs } = round;
  const acknowledged: ImportStatus[] = [];
  const onStatus = (status: ImportStatus) => status.status === 'OK' && acknowledged.push(status);
  const archive = Readable.from(sendSlowly(made.bytes, { steps: 50, totalMs: plan.sendMs }));
  const importing = server.client.importArchive(archive, { auid, onStatus }).catch(() => undefined);
  await sleep(killedAfterMs);
  if (plan.victim === 'service') await server.process.kill9();
  else await postgres.kill();
  await importing;
  return acknowledged;
}
