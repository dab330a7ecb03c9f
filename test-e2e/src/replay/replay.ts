// Queries cdxb over HTTP with every sort, match type and limit, over captures with many equal URLs and times. Compares
// order and content with a computation in memory.
import { createTemporaryFolder, type TestRepositoryClient } from '@holdfast/testkit';
import { startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import {
  computeExpectedCaptures,
  type ReplayQueryTarget,
  type ReplaySort,
  sortInIndexOrder,
} from './brute-force.ts';
import {
  busyUrl,
  captureDurationSeconds,
  firstCaptureSecond,
  generateCaptures,
  longUrl,
  type StoredCapture,
  streamCaptureArchive,
} from './captures.ts';

export interface ReplayPlan {
  databaseUrl: string;
  captures: number;
  seed: number;
  /**
   * Seconds between the requested times of the `closest` queries. Some of these times precede or follow all captures.
   */
  everySeconds: number;
  /** Limits for the queries. Each query is sent without a limit as well. */
  limits: readonly number[];
  say(words: string): void;
}

export interface ReplayOutcome {
  queries: number;
  lines: number;
}

const beyondSeconds = 3;

/** Runs the drill. Throws at the first wrong response. */
export async function runReplayDrill(plan: ReplayPlan): Promise<ReplayOutcome> {
  const { databaseUrl, seed, say } = plan;
  const { client } = await startRepository({
    databaseUrl,
    objectStore: `fs:${await createTemporaryFolder()}`,
  });
  const ordered = sortInIndexOrder(await store(client, plan.captures, seed));
  say(`stored ${ordered.length} captures of seed ${seed}`);
  const outcome = { queries: 0, lines: 0 };
  for (const target of replayQueryTargets) {
    for (const sort of listSorts(plan)) {
      const expected = computeExpectedCaptures(ordered, target, sort);
      for (const limit of [...plan.limits, undefined])
        outcome.lines += await compare(client, target, sort, limit, expected);
      outcome.lines += await compareResumed(client, target, sort, expected);
      outcome.queries += plan.limits.length + 2;
    }
    say(`${JSON.stringify(target.query).slice(0, 100)}: ${outcome.queries} queries so far`);
  }
  return outcome;
}

async function store(client: TestRepositoryClient, count: number, seed: number): Promise<StoredCapture[]> {
  const made = generateCaptures(createRandomFromSeed(seed), count);
  const options = { auid: 'replay', storeDuplicate: true };
  const { status, statuses, body } = await client.importArchive(streamCaptureArchive(made), options);
  if (status !== 200 || statuses.length !== count || statuses.some((one) => one.status !== 'OK'))
    throw new Error(`not all was stored: ${status} ${body} ${JSON.stringify(statuses.at(-1))}`);
  return made.map((capture, i) => ({ ...capture, uuid: statuses[i]!.artifactUuid! }));
}

const page = 'http://example.com/a';
const matchExactly = (wanted: string) => (key: string) => key === wanted;
const matchPrefix = (wanted: string) => (key: string) => key.startsWith(wanted);
const inDomain = (key: string) => key.startsWith('com,example)/') || key.startsWith('com,example,');

export const replayQueryTargets: ReplayQueryTarget[] = [
  { query: { url: 'http://example.com/', matchType: 'exact' }, matches: matchExactly('com,example)/') },
  { query: { url: page }, matches: matchExactly('com,example)/a') },
  { query: { url: busyUrl, matchType: 'exact' }, matches: matchExactly('com,example)/busy') },
  { query: { url: `${longUrl}a` }, matches: (key) => key.endsWith('xa') },
  { query: { url: page, matchType: 'prefix' }, matches: matchPrefix('com,example)/a') },
  { query: { url: `${page}/`, matchType: 'prefix' }, matches: matchPrefix('com,example)/a/') },
  { query: { url: `${page}?*` }, matches: matchPrefix('com,example)/a?') },
  { query: { url: longUrl, matchType: 'prefix' }, matches: matchPrefix('com,example)/long/xxx') },
  { query: { url: page, matchType: 'host' }, matches: matchPrefix('com,example)/') },
  { query: { url: 'example.com', matchType: 'domain' }, matches: inDomain },
  { query: { url: '*.example.com' }, matches: inDomain },
  { query: { url: page, matchType: 'range' }, matches: (key) => key >= 'com,example)/a' },
];

function listSorts({ everySeconds }: ReplayPlan): ReplaySort[] {
  const sorts: ReplaySort[] = ['default', 'reverse'];
  for (let second = -beyondSeconds; second <= captureDurationSeconds + beyondSeconds; second += everySeconds)
    sorts.push({ closest: firstCaptureSecond + second });
  return sorts;
}

/** Compares the response to a query with the expected captures. Returns the number of lines. */
async function compare(
  client: TestRepositoryClient,
  target: ReplayQueryTarget,
  sort: ReplaySort,
  limit: number | undefined,
  expected: readonly StoredCapture[],
): Promise<number> {
  const query = {
    ...target.query,
    ...sortQuery(sort),
    ...(limit === undefined ? {} : { limit: String(limit) }),
  };
  const { uuids } = await fetchUuids(client, query);
  expectUuids(query, uuids, expected.slice(0, limit));
  return uuids.length;
}

/** Reads the response in up to seven requests with resume keys, and compares it with the expected captures. */
async function compareResumed(
  client: TestRepositoryClient,
  target: ReplayQueryTarget,
  sort: ReplaySort,
  expected: readonly StoredCapture[],
): Promise<number> {
  const limit = String(Math.max(1, Math.ceil(expected.length / 7)));
  const query = { ...target.query, ...sortQuery(sort), limit, showResumeKey: 'true' };
  const uuids: string[] = [];
  for (let key: string | undefined, first = true; first || key !== undefined; first = false) {
    const part = await fetchUuids(client, key === undefined ? query : { ...query, resumeKey: key });
    uuids.push(...part.uuids);
    key = part.resumeKey;
  }
  expectUuids(query, uuids, expected);
  return uuids.length;
}

function sortQuery(sort: ReplaySort): Record<string, string> {
  if (typeof sort === 'string') return { sort };
  const closest = new Date(sort.closest * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return { sort: 'closest', closest };
}

async function fetchUuids(client: TestRepositoryClient, query: Record<string, string>) {
  const answer = await client.get('/replay/cdxb/default', { ...query, fl: 'filename' });
  const text = await answer.text();
  if (answer.status === 404) return { uuids: [], resumeKey: undefined };
  if (answer.status !== 200)
    throw new Error(`${JSON.stringify(query)} was answered ${answer.status}: ${text}`);
  const [names = '', key] = text.split('\n\n');
  const uuids = names
    .trimEnd()
    .split('\n')
    .map((name) => name.slice('default:'.length, -'.warc.gz'.length));
  return { uuids, resumeKey: key?.trim() };
}

function expectUuids(query: object, uuids: readonly string[], expected: readonly StoredCapture[]): void {
  const at = expected.findIndex(({ uuid }, i) => uuid !== uuids[i]);
  if (at < 0 && uuids.length === expected.length) return;
  const where =
    at < 0 ? `${uuids.length} lines` : `line ${at + 1} is ${uuids[at]}, not ${expected[at]!.uuid}`;
  throw new Error(`${JSON.stringify(query)}: ${where}; ${expected.length} lines were to come`);
}
