// `npm run bench`: runs the requested benchmarks and prints their results.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { corpus } from '@holdfast/testkit';
import { type BenchArguments, readArguments, USAGE } from './arguments.ts';
import { cachedFile, type WarcFile } from './corpus/cached-file.ts';
import type { FileKind } from './corpus/warc-file.ts';
import { createBench } from './create/create-bench.ts';
import { createTable } from './create/create-table.ts';
import { cacheFolder } from './env.ts';
import { exportBench } from './export/export-bench.ts';
import { exportTable } from './export/export-table.ts';
import { groupsBench } from './groups/groups-bench.ts';
import { groupsTable } from './groups/groups-table.ts';
import { growthBench } from './growth/growth-bench.ts';
import { growthTable } from './growth/growth-table.ts';
import { importBench } from './import-bench.ts';
import { storeMeasurement } from './page/kept.ts';
import { writePage } from './page/page.ts';
import { lookupPeers } from './peers/lookups.ts';
import { lookupPeersTable, sizesTable } from './peers/lookups-table.ts';
import { peersBench, peersTable } from './peers/peers-bench.ts';
import { sizesBench } from './peers/sizes.ts';
import { readBench } from './read-bench.ts';
import { replayBench } from './replay/replay-bench.ts';
import { replayTable } from './replay/replay-table.ts';
import type { FileResult } from './results.ts';
import { type ServeResults, serveBench } from './serve/serve-bench.ts';
import { serveTable } from './serve/serve-table.ts';
import { startSystem } from './service/system.ts';
import { startBench } from './start/start-bench.ts';
import { startTable } from './start/start-table.ts';
import { resultsTable } from './table.ts';
import { titlesBench } from './titles/titles-bench.ts';
import { titlesTable } from './titles/titles-table.ts';

type Benchmark = {
  /** Whether it runs by default. */
  readonly byDefault: boolean;
  run(wishes: BenchArguments): Promise<Findings>;
};

type Findings = {
  /** Results for JSON. */
  readonly data: unknown;
  /** Results as text. */
  readonly table: string;
};

const root = fileURLToPath(new URL('../..', import.meta.url));

const benchmarks: Record<string, Benchmark> = {
  read: { byDefault: false, run: runRead },
  import: { byDefault: true, run: runImport },
  create: { byDefault: true, run: runCreate },
  serve: { byDefault: true, run: runServe },
  replay: { byDefault: true, run: runReplay },
  export: { byDefault: true, run: runExport },
  // Downloads other projects' programs where possible.
  peers: { byDefault: false, run: runPeers },
  // The look-ups of `peers`.
  lookups: { byDefault: false, run: runLookups },
  // The next two are slow and need much disk space.
  sizes: { byDefault: false, run: runSizes },
  growth: { byDefault: false, run: runGrowth },
  // Downloads everything that an installation downloads.
  start: { byDefault: false, run: runStart },
  // The next two need real data that is not part of the project.
  groups: { byDefault: corpus.available, run: runGroups },
  titles: { byDefault: corpus.available, run: runTitles },
};

try {
  await main(wishesOf(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function wishesOf(args: string[]): BenchArguments {
  try {
    return readArguments(args, Object.keys(benchmarks));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

async function main(wishes: BenchArguments): Promise<void> {
  if (wishes.help) return console.log(`${USAGE}\nBenchmarks: ${Object.keys(benchmarks).join(', ')}`);
  const names = wishes.benchmarks.length > 0 ? wishes.benchmarks : defaults();
  const found: Record<string, Findings> = {};
  for (const name of names) {
    found[name] = await benchmarks[name]!.run(wishes);
    if (wishes.keep) storeMeasurement(root, name, found[name].data);
  }
  if (wishes.keep) writePage(root);
  if (wishes.json) {
    const { scale, rounds } = wishes;
    const machine = { node: process.version, cpus: availableParallelism() };
    const data = Object.fromEntries(names.map((name) => [name, found[name]!.data]));
    console.log(JSON.stringify({ machine, scale, rounds, benchmarks: data }, null, 2));
  } else for (const name of names) console.log(`${name}\n\n${found[name]!.table}\n`);
}

function defaults(): string[] {
  return Object.keys(benchmarks).filter((name) => benchmarks[name]!.byDefault);
}

async function runRead(wishes: BenchArguments): Promise<Findings> {
  return ofFiles(await readBench(await filesOf(wishes), wishes.rounds));
}

async function runImport(wishes: BenchArguments): Promise<Findings> {
  const { service } = wishes;
  const open = service ? async () => ({ ...service, stop: async () => {} }) : startSystem;
  const openOther = service ? undefined : startSystem;
  const files = await Promise.all((await filesOf(wishes)).map((file) => withOtherForms(file, wishes.scale)));
  return ofFiles(await importBench(open, openOther, files, wishes.rounds));
}

/** The huge file has one record and is generated while it is written. */
async function withOtherForms(file: WarcFile, scale: number): Promise<WarcFile> {
  if (file.kind === 'huge') return file;
  const arc = await cachedFile(console.error, cacheFolder(), file.kind, scale, 'arc');
  const zstd = await cachedFile(console.error, cacheFolder(), file.kind, scale, 'zstd');
  return {
    ...file,
    others: [
      { name: 'import as ARC', path: arc.path },
      { name: 'import as zstandard', path: zstd.path },
    ],
  };
}

/** Each run needs services with its own settings, so they are always started here. */
async function runCreate(wishes: BenchArguments): Promise<Findings> {
  const results = await createBench(startSystem, wishes);
  return { data: results, table: createTable(results) };
}

async function runReplay(wishes: BenchArguments): Promise<Findings> {
  const results = await replayBench(startSystem, wishes);
  return { data: results, table: replayTable(results) };
}

async function runGrowth({ rows, scale }: BenchArguments): Promise<Findings> {
  const file = await cachedFile(console.error, cacheFolder(), 'small', Math.min(scale, 0.3));
  const results = await growthBench(startSystem, file, { rows, requests: 500 });
  return { data: results, table: growthTable(results) };
}

async function runExport(wishes: BenchArguments): Promise<Findings> {
  const file = await cachedFile(console.error, cacheFolder(), 'html', Math.min(wishes.scale, 1));
  const results = await exportBench(startSystem, file, wishes);
  return { data: results, table: exportTable(results) };
}

async function runServe(wishes: BenchArguments): Promise<Findings> {
  const fileOf = (kind: FileKind) => cachedFile(console.error, cacheFolder(), kind, wishes.scale);
  const seconds = Math.min(wishes.seconds, 10);
  const results: ServeResults = await serveBench(startSystem, fileOf, { ...wishes, seconds });
  return { data: results, table: serveTable(results) };
}

/** Uses the html, small and large files. The index has as many captures as the index of `replay`. */
async function runPeers(wishes: BenchArguments): Promise<Findings> {
  const files = await filesOf({ ...wishes, files: wishes.files.filter((kind) => kind !== 'huge') });
  const results = await peersBench(startSystem, files, { ...wishes, seconds: Math.min(wishes.seconds, 5) });
  return { data: results, table: peersTable(results) };
}

async function runLookups(wishes: BenchArguments): Promise<Findings> {
  const results = await lookupPeers(startSystem, { ...wishes, seconds: Math.min(wishes.seconds, 5) });
  return { data: results, table: lookupPeersTable(results) };
}

/** Uses two indexes, with `--captures` and `--rows` captures. */
async function runSizes(wishes: BenchArguments): Promise<Findings> {
  const results = await sizesBench(startSystem, { ...wishes, seconds: Math.min(wishes.seconds, 5) });
  return { data: results, table: sizesTable(results) };
}

/** Measures the last commit, and another one if it is named. */
async function runStart({ beside, rounds }: BenchArguments): Promise<Findings> {
  const results = await startBench([...(beside === undefined ? [] : [beside]), 'HEAD'], rounds);
  return { data: results, table: startTable(results) };
}

async function runGroups(wishes: BenchArguments): Promise<Findings> {
  const results = await groupsBench(startSystem, wishes);
  return { data: results, table: groupsTable(results) };
}

async function runTitles(wishes: BenchArguments): Promise<Findings> {
  const results = await titlesBench(startSystem, wishes);
  return { data: results, table: titlesTable(results) };
}

function ofFiles(results: FileResult[]): Findings {
  return { data: results, table: resultsTable(results) };
}

async function filesOf({ files, scale }: BenchArguments): Promise<WarcFile[]> {
  const made: WarcFile[] = [];
  for (const kind of files) made.push(await cachedFile(console.error, cacheFolder(), kind, scale));
  return made;
}
