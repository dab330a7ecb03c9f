// `npm run bench`: runs the requested benchmarks and prints their results.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { corpus } from '@holdfast/testkit';
import { type BenchArguments, readArguments, USAGE } from './arguments.ts';
import { runBackfillBench } from './backfill/backfill-bench.ts';
import { formatBackfillTable } from './backfill/backfill-table.ts';
import { runCopiesBench } from './copies/copies-bench.ts';
import { formatCopiesTable } from './copies/copies-table.ts';
import { ensureCachedFile, type WarcFile } from './corpus/cached-file.ts';
import type { FileKind } from './corpus/warc-file.ts';
import { runCreateBench } from './create/create-bench.ts';
import { formatCreateTable } from './create/create-table.ts';
import { readCacheFolder } from './env.ts';
import { runExportBench } from './export/export-bench.ts';
import { formatExportTable } from './export/export-table.ts';
import { runGroupsBench } from './groups/groups-bench.ts';
import { formatGroupsTable } from './groups/groups-table.ts';
import { runGrowthBench } from './growth/growth-bench.ts';
import { formatGrowthTable } from './growth/growth-table.ts';
import { runIdleBench } from './idle/idle-bench.ts';
import { formatIdleTable } from './idle/idle-table.ts';
import { runImportBench } from './import-bench.ts';
import { writePage } from './page/page.ts';
import { storeMeasurement } from './page/stored-measurement.ts';
import { runLookupPeers } from './peers/lookups.ts';
import { formatLookupPeersTable, formatSizesTable } from './peers/lookups-table.ts';
import { formatPeersTable, runPeersBench } from './peers/peers-bench.ts';
import { runSizesBench } from './peers/sizes.ts';
import { runReadBench } from './read-bench.ts';
import { runReplayBench } from './replay/replay-bench.ts';
import { formatReplayTable } from './replay/replay-table.ts';
import type { FileResult } from './results.ts';
import { runSearchBench } from './search/search-bench.ts';
import { formatSearchTable } from './search/search-table.ts';
import { runServeBench, type ServeResults } from './serve/serve-bench.ts';
import { formatServeTable } from './serve/serve-table.ts';
import { startSystem } from './service/system.ts';
import { runStartBench } from './start/start-bench.ts';
import { formatStartTable } from './start/start-table.ts';
import { formatResultsTable } from './table.ts';
import { runTitlesBench } from './titles/titles-bench.ts';
import { formatTitlesTable } from './titles/titles-table.ts';

type Benchmark = {
  /** True if the benchmark runs when the user names no benchmark. */
  readonly byDefault: boolean;
  run(options: BenchArguments): Promise<Findings>;
};

type Findings = {
  /** Results for JSON. */
  readonly data: unknown;
  /** Results as text. */
  readonly table: string;
  /** Requirements that the results do not meet. The program then exits with an error. */
  readonly failures?: readonly string[];
};

const root = fileURLToPath(new URL('../..', import.meta.url));

const benchmarks: Record<string, Benchmark> = {
  read: { byDefault: false, run: runRead },
  import: { byDefault: true, run: runImport },
  create: { byDefault: true, run: runCreate },
  serve: { byDefault: true, run: runServe },
  replay: { byDefault: true, run: runReplay },
  export: { byDefault: true, run: runExport },
  copies: { byDefault: true, run: runCopies },
  // Benchmark that downloads other projects' programs.
  peers: { byDefault: false, run: runPeers },
  // Runs only the CDX look-ups of `peers`.
  lookups: { byDefault: false, run: runLookups },
  // The next four benchmarks are slow and need much disk space.
  backfill: { byDefault: false, run: runBackfill },
  sizes: { byDefault: false, run: runSizes },
  growth: { byDefault: false, run: runGrowth },
  search: { byDefault: false, run: runSearch },
  // Downloads everything that an installation of Holdfast downloads.
  start: { byDefault: false, run: runStart },
  // Takes more than ten minutes.
  idle: { byDefault: false, run: runIdle },
  // The next two benchmarks need real data that is not part of this repository.
  groups: { byDefault: corpus.available, run: runGroups },
  titles: { byDefault: corpus.available, run: runTitles },
};

try {
  await main(readBenchArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readBenchArguments(args: string[]): BenchArguments {
  try {
    return readArguments(args, Object.keys(benchmarks));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

async function main(options: BenchArguments): Promise<void> {
  if (options.help) return console.log(`${USAGE}\nBenchmarks: ${Object.keys(benchmarks).join(', ')}`);
  const names = options.benchmarks.length > 0 ? options.benchmarks : listDefaultBenchmarks();
  const found: Record<string, Findings> = {};
  for (const name of names) {
    found[name] = await benchmarks[name]!.run(options);
    if (options.keep) storeMeasurement(root, name, found[name].data);
  }
  if (options.keep) writePage(root);
  if (options.json) {
    const { scale, rounds } = options;
    const machine = { node: process.version, cpus: availableParallelism() };
    const data = Object.fromEntries(names.map((name) => [name, found[name]!.data]));
    console.log(JSON.stringify({ machine, scale, rounds, benchmarks: data }, null, 2));
  } else for (const name of names) console.log(`${name}\n\n${found[name]!.table}\n`);
  const failures = names.flatMap((name) => found[name]!.failures ?? []);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

function listDefaultBenchmarks(): string[] {
  return Object.keys(benchmarks).filter((name) => benchmarks[name]!.byDefault);
}

async function runRead(options: BenchArguments): Promise<Findings> {
  return reportFiles(await runReadBench(await ensureFiles(options), options.rounds));
}

async function runImport(options: BenchArguments): Promise<Findings> {
  const { service } = options;
  const open = service ? async () => ({ ...service, stop: async () => {} }) : startSystem;
  const openOther = service ? undefined : startSystem;
  const files = await Promise.all(
    (await ensureFiles(options)).map((file) => addOtherForms(file, options.scale)),
  );
  return reportFiles(await runImportBench(open, openOther, files, options.rounds));
}

/**
 * Adds the other formats of a file, except for the huge file, which has one record and is generated while it is
 * written.
 */
async function addOtherForms(file: WarcFile, scale: number): Promise<WarcFile> {
  if (file.kind === 'huge') return file;
  const arc = await ensureCachedFile(console.error, readCacheFolder(), file.kind, scale, 'arc');
  const zstd = await ensureCachedFile(console.error, readCacheFolder(), file.kind, scale, 'zstd');
  return {
    ...file,
    others: [
      { name: 'import as ARC', path: arc.path },
      { name: 'import as zstandard', path: zstd.path },
    ],
  };
}

/** Starts the services itself, because each run needs its own settings. */
async function runCreate(options: BenchArguments): Promise<Findings> {
  const results = await runCreateBench(startSystem, options);
  return { data: results, table: formatCreateTable(results) };
}

async function runReplay(options: BenchArguments): Promise<Findings> {
  const results = await runReplayBench(startSystem, options);
  return { data: results, table: formatReplayTable(results) };
}

async function runGrowth({ rows, scale }: BenchArguments): Promise<Findings> {
  const file = await ensureCachedFile(console.error, readCacheFolder(), 'small', Math.min(scale, 0.3));
  const results = await runGrowthBench(startSystem, file, { rows, requests: 500 });
  return { data: results, table: formatGrowthTable(results) };
}

async function runSearch(options: BenchArguments): Promise<Findings> {
  const kinds = (['html', 'small'] as const).filter((kind) => options.files.includes(kind));
  const files = await ensureFiles({ ...options, files: kinds });
  const results = await runSearchBench(startSystem, files, options);
  return { data: results, table: formatSearchTable(results) };
}

async function runExport(options: BenchArguments): Promise<Findings> {
  const file = await ensureCachedFile(console.error, readCacheFolder(), 'html', Math.min(options.scale, 1));
  const results = await runExportBench(startSystem, file, options);
  return { data: results, table: formatExportTable(results) };
}

async function runCopies(options: BenchArguments): Promise<Findings> {
  const file = await ensureCachedFile(console.error, readCacheFolder(), 'html', options.scale);
  const seconds = Math.min(options.seconds, 10);
  const results = await runCopiesBench(startSystem, file, { rounds: options.rounds, seconds });
  return { data: results, table: formatCopiesTable(results) };
}

async function runBackfill({ artifacts, seconds }: BenchArguments): Promise<Findings> {
  const results = await runBackfillBench(startSystem, { artifacts, seconds: Math.min(seconds, 10) });
  return { data: results, table: formatBackfillTable(results), failures: results.failures };
}

async function runServe(options: BenchArguments): Promise<Findings> {
  const fileOf = (kind: FileKind) => ensureCachedFile(console.error, readCacheFolder(), kind, options.scale);
  const seconds = Math.min(options.seconds, 10);
  const results: ServeResults = await runServeBench(startSystem, fileOf, { ...options, seconds });
  return { data: results, table: formatServeTable(results) };
}

/** Uses the files `html`, `small` and `large`, and an index with as many captures as `replay`. */
async function runPeers(options: BenchArguments): Promise<Findings> {
  const files = await ensureFiles({ ...options, files: options.files.filter((kind) => kind !== 'huge') });
  const results = await runPeersBench(startSystem, files, {
    ...options,
    seconds: Math.min(options.seconds, 5),
  });
  return { data: results, table: formatPeersTable(results) };
}

async function runLookups(options: BenchArguments): Promise<Findings> {
  const results = await runLookupPeers(startSystem, { ...options, seconds: Math.min(options.seconds, 5) });
  return { data: results, table: formatLookupPeersTable(results) };
}

/** Uses two indexes, with `--captures` and `--rows` captures. */
async function runSizes(options: BenchArguments): Promise<Findings> {
  const results = await runSizesBench(startSystem, { ...options, seconds: Math.min(options.seconds, 5) });
  return { data: results, table: formatSizesTable(results) };
}

/** Measures the latest commit and, if given, the commit that the user names. */
async function runStart({ beside, rounds }: BenchArguments): Promise<Findings> {
  const results = await runStartBench([...(beside === undefined ? [] : [beside]), 'HEAD'], rounds);
  return { data: results, table: formatStartTable(results) };
}

async function runIdle({ minutes }: BenchArguments): Promise<Findings> {
  const results = await runIdleBench(minutes);
  return { data: results, table: formatIdleTable(results) };
}

async function runGroups(options: BenchArguments): Promise<Findings> {
  const results = await runGroupsBench(startSystem, options);
  return { data: results, table: formatGroupsTable(results) };
}

async function runTitles(options: BenchArguments): Promise<Findings> {
  const results = await runTitlesBench(startSystem, options);
  return { data: results, table: formatTitlesTable(results) };
}

function reportFiles(results: FileResult[]): Findings {
  return { data: results, table: formatResultsTable(results) };
}

async function ensureFiles({ files, scale }: BenchArguments): Promise<WarcFile[]> {
  const made: WarcFile[] = [];
  for (const kind of files) made.push(await ensureCachedFile(console.error, readCacheFolder(), kind, scale));
  return made;
}
