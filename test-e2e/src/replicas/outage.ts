// Makes PostgreSQL or the object store unavailable for a while, under load. Clients must soon get error responses that
// state the reason, and replicas must report that they are not ready. Everything must recover automatically, without
// loss of acknowledged data.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AcknowledgedWrites,
  type AcknowledgedWritesCheck,
  checkAcknowledgedArtifacts,
  checkAcknowledgedConfiguration,
} from './acknowledged-writes.ts';
import type { ReplicaCluster } from './cluster.ts';
import { pollCondition, type ReplicaFleet } from './fleet.ts';
import { type LoadFailure, type ReplicaLoad, startLoad } from './load.ts';
import { createPatientClient } from './patient-client.ts';
import { makeGetRequest } from './requests.ts';

export interface Outage {
  readonly cluster: ReplicaCluster;
  readonly name: string;
  /** Duration of the outage in milliseconds. The outage lasts longer if a repository replica is still ready. */
  readonly forMs: number;
  /** Duration of the load before and after the outage, in milliseconds. */
  readonly loadMs: number;
  readonly pauseMs: number;
  begin(): Promise<void>;
  end(): Promise<void>;
  /**
   * Returns whether a failure is an acceptable response to this particular outage. Responses that are acceptable in
   * every outage need not be included.
   */
  isClear?(failure: LoadFailure): boolean;
  say(words: string): void;
}

export interface OutageOutcome {
  /** Number of responses of each kind that clients received. */
  readonly counts: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly unreadyAfterMs: number;
  readonly readyAfterMs: number;
  readonly judgement: AcknowledgedWritesCheck;
}

const clients = {
  create: 3,
  import: 1,
  'long import': 2,
  read: 2,
  list: 1,
  cdx: 1,
  configure: 2,
  'read configuration': 1,
};

/** Runs one outage. Throws if data was lost or duplicated, or if a response did not state the outage as its reason. */
export async function runOutage(plan: Outage): Promise<OutageOutcome> {
  const { repository, config } = plan.cluster;
  const counts = [repository, config].map((fleet) => fleet.replicas().length);
  const ledger = new AcknowledgedWrites();
  const common = { ledger, clients, pauseMs: plan.pauseMs, longImportMs: 1_500, name: plan.name };
  // Uses clients that do not retry, so that the load records every error response.
  const [direct, configDirect] = [createPatientClient(repository.url, 0), createPatientClient(config.url, 0)];
  const load = startLoad({ ...common, repository: direct, config: configDirect });
  try {
    await sleep(plan.loadMs);
    if (load.failures.length > 0) throw new Error(`before the outage: ${formatFailures(load)}`);
    await plan.begin();
    const begun = performance.now();
    await pollCondition(() => repository.proxy.listed().length === 0, 'the replicas stayed ready', 60_000);
    const unreadyAfterMs = performance.now() - begun;
    await checkRefusals(repository);
    await sleep(Math.max(0, plan.forMs - unreadyAfterMs));
    const ended = performance.now();
    await plan.end();
    await repository.untilReady(counts[0]!);
    await config.untilReady(counts[1]!);
    const readyAfterMs = performance.now() - ended;
    await waitUntilNoFailures(load);
    await sleep(plan.loadMs);
    await load.stop();
    const slowestMs = Math.max(...load.failures.map(({ tookMs }) => tookMs));
    checkFailures(load, plan);
    const judgement = await checkAcknowledgedArtifacts(createPatientClient(repository.url, 60_000), ledger);
    await checkAcknowledgedConfiguration(createPatientClient(config.url, 60_000), ledger);
    const outcome = { counts: countFailures(load), slowestMs, unreadyAfterMs, readyAfterMs, judgement };
    plan.say(formatOutageOutcome(plan, outcome));
    return outcome;
  } finally {
    await load.stop();
  }
}

/** Sends a request directly to each replica. Throws unless the replica refuses with 503 and Retry-After. */
async function checkRefusals(fleet: ReplicaFleet): Promise<void> {
  for (const { name, url } of fleet.replicas()) {
    const { status, headers, text } = await createPatientClient(url, 0).ask(makeGetRequest('/aus'));
    const isClear = status === 503 && Number(headers['retry-after']) > 0;
    if (!isClear) throw new Error(`${name} is not ready and says ${status} ${text}`);
  }
}

/** Waits until there was no failure for a second, because requests that began during the outage may still fail. */
async function waitUntilNoFailures(load: ReplicaLoad): Promise<void> {
  for (let seen = -1; seen < load.failures.length; await sleep(1_000)) seen = load.failures.length;
}

function checkFailures(load: ReplicaLoad, { isClear }: Outage): void {
  if (load.failures.length === 0) throw new Error('no client noticed anything');
  const unclear = load.failures.filter(
    (failure) => !isClearByDefault(failure) && isClear?.(failure) !== true,
  );
  if (unclear.length > 0) throw new Error(`unclear answers: ${formatFailures({ failures: unclear })}`);
}

function isClearByDefault({ kind, status, headers, words }: LoadFailure): boolean {
  // The proxy returns 503 when no replica is ready, and must state when to retry.
  if (status === 503) return Number(headers['retry-after']) > 0;
  const isProblem = /^application\/problem\+json/.test(headers['content-type'] ?? '');
  if (status === 502) return isProblem && headers['x-proxy'] === undefined;
  // The contract of the configuration service has only the status 500 for an outage.
  if (/configur/.test(kind))
    return status === 500 && isProblem && words.includes('database cannot be reached');
  // If the response to an import has already begun, its last line must state the reason.
  return status === 200 && /import/.test(kind) && words.includes('The import stopped here');
}

function countFailures(load: ReplicaLoad): Record<string, number> {
  const counts = Map.groupBy(load.failures, ({ kind, status, headers }) => {
    const of = /configur/.test(kind) ? 'configuration' : kind;
    return `${of}: ${status}${headers['x-proxy'] === undefined ? '' : ' of the proxy'}`;
  });
  return Object.fromEntries([...counts].map(([what, failures]) => [what, failures.length]).sort());
}

function formatOutageOutcome({ name }: Outage, outcome: OutageOutcome): string {
  const { counts, slowestMs, unreadyAfterMs, readyAfterMs, judgement } = outcome;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return [
    `${name}: nobody ready after ${seconds(unreadyAfterMs)}, all ready ${seconds(readyAfterMs)} after its end;`,
    `${judgement.artifacts} artifacts, none lost, ${judgement.unacknowledged} unacknowledged;`,
    `the slowest failure took ${seconds(slowestMs)}; responses: ${JSON.stringify(counts)}`,
  ].join(' ');
}

function formatFailures({ failures }: { failures: readonly LoadFailure[] }): string {
  return `${failures.length}: ${failures
    .slice(0, 10)
    .map((failure) => JSON.stringify(failure))
    .join('\n')}`;
}
