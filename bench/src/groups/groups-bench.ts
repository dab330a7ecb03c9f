// Benchmark `groups`: adds many AUs of the corpus to the configuration service in one request, then lists, deactivates,
// reactivates and deletes them. Checks every result.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { corpus } from '@holdfast/testkit';
import { computeMedian } from '../measure.ts';
import { type ConfigService, createGroupRequests, type GroupResult } from './group-requests.ts';

export interface GroupsOptions {
  readonly scale: number;
  readonly rounds: number;
}

export interface GroupsResults {
  /** AUs per request. */
  readonly aus: number;
  /** Number of AUs whose plugin is compatible, so that they were added. */
  readonly added: number;
  readonly steps: GroupStepResult[];
}

export interface GroupStepResult {
  readonly name: string;
  /** One value per round. */
  readonly seconds: number[];
  /** AUs per second, computed from the median duration of the rounds. */
  readonly ausPerSecond: number;
}

type ServiceOpener = (settings: Record<string, string>) => Promise<ConfigService & { stop(): Promise<void> }>;

const FULL_SIZE = 10_000;
const READY_WITHIN_MS = 120_000;

export async function runGroupsBench(
  open: ServiceOpener,
  { scale, rounds }: GroupsOptions,
): Promise<GroupsResults> {
  if (!corpus.available)
    throw new Error(`The benchmark groups needs the corpus, which is not at ${corpus.folder}.`);
  const auids = await readCorpusAuids(Math.max(10, Math.round(FULL_SIZE * scale)));
  const service = await open({ PLUGIN_SOURCES: corpus.path('plugins'), TDB_SOURCES: corpus.path('tdb') });
  try {
    await pollUntilReady(service);
    const found: RoundDurations[] = [];
    for (let round = 0; round < rounds; round++) found.push(await runRound(service, auids));
    return { aus: auids.length, added: found[0]!.added, steps: summarizeSteps(found, auids.length) };
  } finally {
    await service.stop();
  }
}

interface RoundDurations {
  readonly added: number;
  readonly seconds: Record<string, number>;
}

async function runRound(service: ConfigService, auids: readonly string[]): Promise<RoundDurations> {
  const requests = createGroupRequests(service);
  const add = await requests.group('POST', '/aus/add', auids);
  const active = listSucceeded(add.results, auids, 'Added');
  const list = await requests.list();
  if (list.auids.join() !== active.toSorted(compareBytes).join())
    throw new Error('The listing is not what was added.');
  const deactivate = await requests.group('PUT', '/aus/deactivate', auids);
  const reactivate = await requests.group('PUT', '/aus/reactivate', auids);
  const remove = await requests.group('DELETE', '/aus/delete', auids);
  for (const [{ results }, message] of [
    [deactivate, 'Deactivated'],
    [reactivate, 'Reactivated'],
    [remove, 'Deleted'],
  ] as const) {
    if (listSucceeded(results, auids, message).join() !== active.join())
      throw new Error(`Not all are ${message}.`);
  }
  if ((await requests.list()).auids.length > 0) throw new Error('Something is left of what was deleted.');
  const steps = { add, list, deactivate, reactivate, delete: remove };
  const seconds = Object.entries(steps).map(([name, step]) => [name, step.seconds]);
  return { added: active.length, seconds: Object.fromEntries(seconds) };
}

/** Returns the AUIDs of the successful results. Throws if the results are not in the order of the request. */
function listSucceeded(results: readonly GroupResult[], auids: readonly string[], message: string): string[] {
  const inOrder = results.length === auids.length && results.every(({ auId }, at) => auId === auids[at]);
  if (!inOrder) throw new Error('The results are not in the order of the request.');
  return results.filter((result) => result.isSuccess && result.message === message).map(({ auId }) => auId);
}

function summarizeSteps(rounds: readonly RoundDurations[], aus: number): GroupStepResult[] {
  return Object.keys(rounds[0]!.seconds).map((name) => {
    const seconds = rounds.map((round) => round.seconds[name]!);
    return { name, seconds, ausPerSecond: aus / computeMedian(seconds) };
  });
}

/** Returns the first AUIDs of the corpus that contain a plugin. */
async function readCorpusAuids(count: number): Promise<string[]> {
  const lines = (await readFile(corpus.path('golden/tdb-aus.tsv'), 'utf8')).split('\n');
  const rows = lines
    .map((line) => line.split('\t'))
    .filter((row) => row.length > 4 && row[4] !== 'needs.plugin');
  const auids = [...new Set(rows.map(([auid]) => auid!))];
  if (auids.length < count) throw new Error(`The corpus has only ${auids.length} AUs with plugins.`);
  return auids.slice(0, count);
}

async function pollUntilReady({ configUrl }: ConfigService): Promise<void> {
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(100)) {
    const answer = await fetch(`${configUrl}/status`).catch(() => undefined);
    if (answer !== undefined && ((await answer.json()) as { ready: boolean }).ready) return;
  }
  throw new Error(`The configuration service was not ready within ${READY_WITHIN_MS / 1000} seconds.`);
}

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
