// Benchmark `titles`: loads a real title database and a database thirty times as large, then queries the large one.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpus } from '@holdfast/testkit';
import { computeMedian } from '../measure.ts';
import { readResidentBytes, watchMemory } from '../service/resident-memory.ts';
import { type CopiedTitles, makeCopyIssn, makeCopyName, writeCopies } from './title-copies.ts';
import { type ConfigService, createTitleRequests } from './title-requests.ts';

export interface TitlesOptions {
  readonly scale: number;
  readonly rounds: number;
}

export interface TitlesResults {
  readonly loads: LoadResult[];
  /** Load time per AU of the large database, divided by the load time per AU of the small one. */
  readonly timesPerAu: number;
  readonly queries: QueryResult[];
  readonly everything: FullExportResult;
}

export interface LoadResult {
  readonly copies: number;
  readonly files: number;
  readonly sizeBytes: number;
  readonly aus: number;
  /** One value per round. */
  readonly seconds: number[];
  /** Peak resident memory of a newly started service during its first load, minus its memory before the load. */
  readonly memoryGrowthBytes: number;
}

export interface QueryResult {
  readonly name: string;
  readonly count: number;
  /** Median number of rows per response. */
  readonly rows: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface FullExportResult {
  readonly rows: number;
  readonly sizeBytes: number;
  readonly seconds: number[];
  /** Peak resident memory of the service over all rounds, minus its memory before the first round. */
  readonly memoryGrowthBytes: number;
}

type ServiceOpener = (
  settings: Record<string, string>,
) => Promise<ConfigService & { readonly configPid: number; stop(): Promise<void> }>;

const FULL_COPIES = 30;
const QUERIES_EACH = 300;

export async function runTitlesBench(
  open: ServiceOpener,
  { scale, rounds }: TitlesOptions,
): Promise<TitlesResults> {
  if (!corpus.available)
    throw new Error(`The benchmark titles needs the corpus, which is not at ${corpus.folder}.`);
  const copies = Math.max(2, Math.round(FULL_COPIES * scale));
  const small = await withTitles(open, 1, (system) => measureLoad(system, rounds));
  return withTitles(open, copies, async (system) => {
    const large = await measureLoad(system, rounds);
    const queries = await measureQueries(
      system.service,
      copies,
      Math.max(10, Math.round(QUERIES_EACH * Math.min(scale, 1))),
    );
    const everything = await measureFullExport(system, large.aus, rounds);
    const timesPerAu = computeMedian(large.seconds) / large.aus / (computeMedian(small.seconds) / small.aus);
    return { loads: [small, large], timesPerAu, queries, everything };
  });
}

interface TitlesSetup {
  readonly service: Awaited<ReturnType<ServiceOpener>>;
  /** Folder from which the service loads titles. It is empty at first. */
  readonly folder: string;
  /** Folder with the prepared titles, which are later moved to `folder`. */
  readonly titles: string;
  readonly copies: number;
  readonly written: CopiedTitles;
}

async function withTitles<Result>(
  open: ServiceOpener,
  copies: number,
  work: (system: TitlesSetup) => Promise<Result>,
): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), 'holdfast-titles-'));
  const [folder, titles] = [join(root, 'read'), join(root, 'titles')];
  try {
    await mkdir(folder);
    const written = await writeCopies(corpus.path('tdb'), titles, copies);
    const service = await open({ TDB_SOURCES: folder });
    try {
      return await work({ service, folder, titles, copies, written });
    } finally {
      await service.stop();
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function measureLoad(
  { service, folder, titles, copies, written }: TitlesSetup,
  rounds: number,
): Promise<LoadResult> {
  const { reload, stream } = createTitleRequests(service);
  // Loads an empty folder first, so that fixed costs are not measured.
  await reload();
  const idleBytes = readResidentBytes(service.configPid);
  const memory = watchMemory(service.configPid);
  const seconds: number[] = [];
  let memoryGrowthBytes = 0;
  try {
    await rename(titles, join(folder, 'titles'));
    for (let round = 0; round < rounds; round++) {
      // Writes an empty title file, because the service reloads all titles when a file changes.
      await writeFile(join(folder, 'round.tdb'), `# ${round}\n`);
      seconds.push(await reload());
      if (round === 0) memoryGrowthBytes = memory.peakBytes() - idleBytes;
    }
  } finally {
    memory.stop();
  }
  const { rows: aus } = await stream('select auId');
  const expected = (await readGoldenRows()).length * copies;
  // One AU of the corpus occurs twice, so each copy has one AU fewer.
  if (aus !== expected - copies)
    throw new Error(`${expected - copies} AUs should have been loaded; ${aus} are there.`);
  return { copies, ...written, aus, seconds, memoryGrowthBytes };
}

async function measureQueries(service: ConfigService, copies: number, count: number): Promise<QueryResult[]> {
  const rows = await readGoldenRows();
  const withIssn = rows.filter(([, , , , , , , issn]) => issn);
  const any = <T>(list: readonly T[], at: number) => list[(at * 7_919) % list.length]!;
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const issnOf = (at: number) => makeCopyIssn(any(withIssn, at)[7]!, at % copies);
  const prefixOf = (at: number) => makeCopyName(any(rows, at)[3]!, at % copies).replace(/ Volume .*$/, '');
  return [
    await measureQuery(
      service,
      "issn = '…'",
      count,
      (at) => `select auId, name where tdbTitle.issn = ${quoted(issnOf(at))}`,
    ),
    await measureQuery(
      service,
      "name like '…%'",
      count,
      (at) => `select auId, name where name like ${quoted(`${prefixOf(at)}%`)}`,
    ),
  ];
}

async function measureQuery(
  service: ConfigService,
  name: string,
  count: number,
  queryOf: (at: number) => string,
): Promise<QueryResult> {
  const { query } = createTitleRequests(service);
  for (let at = 0; at < 10; at++) await query(queryOf(at));
  const times: number[] = [];
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    const { ms, rows } = await query(queryOf(at));
    times.push(ms);
    found.push(rows.length);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { name, count, rows: computeMedian(found), p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function measureFullExport(
  { service }: TitlesSetup,
  aus: number,
  rounds: number,
): Promise<FullExportResult> {
  const { stream } = createTitleRequests(service);
  const idleBytes = readResidentBytes(service.configPid);
  const memory = watchMemory(service.configPid);
  const seconds: number[] = [];
  let sizeBytes = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const found = await stream('select *');
      if (found.rows !== aus) throw new Error(`select * gave ${found.rows} rows of ${aus}.`);
      seconds.push(found.seconds);
      sizeBytes = found.sizeBytes;
    }
    return { rows: aus, sizeBytes, seconds, memoryGrowthBytes: memory.peakBytes() - idleBytes };
  } finally {
    memory.stop();
  }
}

async function readGoldenRows(): Promise<string[][]> {
  const text = await readFile(corpus.path('golden/tdb-aus.tsv'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}
