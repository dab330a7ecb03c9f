// Benchmark `serve`, on an AU of about 200,000 artifacts. Reads payloads over many connections, compared with a bare
// Express handler. Reads with a single client, compared with an operation that needs no database. Lists pages, compared
// with psql.
import { fileURLToPath } from 'node:url';
import { runInChildProcess } from '../child-process.ts';
import type { WarcFile } from '../corpus/cached-file.ts';
import type { FileKind } from '../corpus/warc-file.ts';
import { computeMedian } from '../measure.ts';
import { withBenchPostgres } from '../service/bench-postgres.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { readProcessorSeconds } from '../service/processor-time.ts';
import { type BenchSystem, type SystemOpener, withSystem } from '../service/system.ts';
import { startBareHandler } from './bare-handler.ts';
import { openBareRowReader } from './bare-rows.ts';
import { createPager, type PagedArtifact, type Pager } from './pages.ts';
import type { ReadCounts, ReadPlan } from './readers.ts';

export interface ServeOptions {
  readonly rounds: number;
  /** Duration of reading payloads in each round, in seconds. */
  readonly seconds: number;
}

export interface ServeResults {
  readonly artifacts: number;
  readonly connections: number;
  readonly reads: { service: ReadCounts; bareExpress: ReadCounts; share: number };
  /** Response times measured by a single client. */
  readonly lone: { payload: SingleReaderResult; withoutDatabase: SingleReaderResult };
  readonly listing: {
    pageRows: number;
    /** Rows per second of a client that only counts the rows, as psql does. */
    rowsPerSecond: number;
    by: 'psql' | 'pg';
    bareRowsPerSecond: number;
    share: number;
    /** Rows per second of a client that parses the rows, and this rate divided by psql's rate. */
    parsed: { rowsPerSecond: number; share: number };
  };
}

export interface SingleReaderResult {
  readonly reads: ReadCounts;
  /** CPU time per request, in milliseconds. */
  readonly serviceMs: number;
  readonly databaseMs: number;
}

type FileProvider = (kind: FileKind) => Promise<WarcFile>;

const NAMESPACE = 'bench';
const AUID = 'bench&au~serve';
const CONNECTIONS = 32;
const PAGE_ROWS = 1_000;
/** Number of payloads that the bare handler keeps in memory. */
const SAMPLED = 2_000;

export function runServeBench(
  open: SystemOpener,
  fileOf: FileProvider,
  options: ServeOptions,
): Promise<ServeResults> {
  return withBenchPostgres({}, ({ url, pid }) =>
    withSystem(open, { DATABASE_URL: url }, async (system) => {
      const pages = createPager(system, NAMESPACE);
      try {
        const pagesSeen = await storeBenchCaptures(system, fileOf, pages);
        const reads = await measureReads(system, pagesSeen, options);
        const lone = await measureSingleReader(system, pid, pagesSeen, options);
        const listing = await measureListing(pages, url, options.rounds);
        return { artifacts: pagesSeen.rows, connections: CONNECTIONS, reads, lone, listing };
      } finally {
        pages.close();
      }
    }),
  );
}

/**
 * Stores three versions of each small capture, and pages of about 20 KB. The clients read the payloads of the pages.
 */
async function storeBenchCaptures(system: BenchSystem, fileOf: FileProvider, pages: Pager) {
  const small = await fileOf('small');
  for (let version = 1; version <= 3; version++)
    await runHttpImport(system, small.path, AUID, NAMESPACE, { storeDuplicate: true });
  await runHttpImport(system, (await fileOf('html')).path, AUID, NAMESPACE);
  const sample: PagedArtifact[] = [];
  const { rows } = await pages.all(AUID, PAGE_ROWS, (page) => {
    sample.push(...page.filter(({ uri, contentLength }) => uri.endsWith('.html') && contentLength > 10_000));
  });
  return { rows, uuids: sample.slice(0, SAMPLED).map(({ uuid }) => uuid) };
}

const formatPayloadPath = (uuid: string): string => `/artifacts/${uuid}/payload?namespace=${NAMESPACE}`;

async function measureReads(
  system: BenchSystem,
  { uuids }: { uuids: string[] },
  { rounds, seconds }: ServeOptions,
) {
  const auth = `${system.user}:${system.password}`;
  const bare = await startBareHandler(await fetchPayloads(system, auth, uuids));
  // The warm-up requests payloads at random, so that most payloads are cached before the measurement.
  const plan = {
    auth,
    targets: uuids.map(formatPayloadPath),
    connections: CONNECTIONS,
    warmUpSeconds: seconds / 2,
    seconds,
  };
  const found = { service: [] as ReadCounts[], bareExpress: [] as ReadCounts[] };
  try {
    for (let round = 0; round < rounds; round++) {
      found.service.push(await readOverHttp({ ...plan, url: system.url }));
      found.bareExpress.push(await readOverHttp({ ...plan, url: bare.url }));
    }
  } finally {
    await bare.stop();
  }
  const [service, bareExpress] = [findMedianReads(found.service), findMedianReads(found.bareExpress)];
  return { service, bareExpress, share: service.perSecond / bareExpress.perSecond };
}

async function measureSingleReader(
  { url, user, password, pid }: BenchSystem,
  databasePid: number,
  { uuids }: { uuids: string[] },
  { rounds, seconds }: ServeOptions,
) {
  const plan = { url, auth: `${user}:${password}`, connections: 1, warmUpSeconds: seconds / 2, seconds };
  const read = async (targets: readonly string[]): Promise<SingleReaderResult> => {
    const before = [readProcessorSeconds(pid), readProcessorSeconds(databasePid)] as const;
    const reads = await readOverHttp({ ...plan, targets });
    const millisecondsEach = (secondsUsed: number) => (secondsUsed * 1000) / reads.requests;
    return {
      reads,
      serviceMs: millisecondsEach(readProcessorSeconds(pid) - before[0]),
      databaseMs: millisecondsEach(readProcessorSeconds(databasePid) - before[1]),
    };
  };
  const found = { payload: [] as SingleReaderResult[], withoutDatabase: [] as SingleReaderResult[] };
  for (let round = 0; round < rounds; round++) {
    found.payload.push(await read(uuids.map(formatPayloadPath)));
    found.withoutDatabase.push(await read(['/checksumalgorithms']));
  }
  return { payload: findMedianRun(found.payload), withoutDatabase: findMedianRun(found.withoutDatabase) };
}

async function fetchPayloads({ url }: BenchSystem, auth: string, uuids: readonly string[]) {
  const payloads = new Map<string, Uint8Array>();
  const headers = { authorization: `Basic ${Buffer.from(auth).toString('base64')}` };
  for (const uuid of uuids) {
    const answer = await fetch(`${url}${formatPayloadPath(uuid)}`, { headers });
    if (!answer.ok) throw new Error(`Artifact ${uuid} was answered ${answer.status}.`);
    payloads.set(uuid, new Uint8Array(await answer.arrayBuffer()));
  }
  return payloads;
}

async function measureListing(pages: Pager, databaseUrl: string, rounds: number) {
  const bare = openBareRowReader(databaseUrl);
  const rates = { counted: [] as number[], parsed: [] as number[], bare: [] as number[] };
  // Excludes the first round, which is the warm-up.
  for (let round = -1; round < rounds; round++) {
    const counted = await pages.allUnparsed(AUID, PAGE_ROWS);
    const parsed = await pages.all(AUID, PAGE_ROWS);
    const fetched = await bare.all(AUID, PAGE_ROWS);
    if (counted.rows !== fetched.rows || parsed.rows !== fetched.rows)
      throw new Error(
        `The listing has ${counted.rows} and ${parsed.rows} rows, ${bare.by} fetched ${fetched.rows}.`,
      );
    if (round < 0) continue;
    rates.counted.push(counted.rows / counted.seconds);
    rates.parsed.push(parsed.rows / parsed.seconds);
    rates.bare.push(fetched.rows / fetched.seconds);
  }
  const bareRowsPerSecond = computeMedian(rates.bare);
  const beside = (rowsPerSecond: number) => ({ rowsPerSecond, share: rowsPerSecond / bareRowsPerSecond });
  return {
    pageRows: PAGE_ROWS,
    ...beside(computeMedian(rates.counted)),
    by: bare.by,
    bareRowsPerSecond,
    parsed: beside(computeMedian(rates.parsed)),
  };
}

function findMedianRun(runs: readonly SingleReaderResult[]): SingleReaderResult {
  const reads = findMedianReads(runs.map((run) => run.reads));
  return runs.find((run) => run.reads === reads)!;
}

/** Returns the run whose rate is the median. */
function findMedianReads(runs: readonly ReadCounts[]): ReadCounts {
  return runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor((runs.length - 1) / 2)]!;
}

// The clients run as a separate program, so this must be a compiled file even if the current file is TypeScript.
const readersProgram = fileURLToPath(new URL('../../dist/serve/readers-process.js', import.meta.url));

/** Runs the reading clients in their own process. */
export function readOverHttp(plan: ReadPlan): Promise<ReadCounts> {
  return runInChildProcess(readersProgram, plan);
}
