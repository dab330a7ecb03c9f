// npm run bench: runs the benchmarks asked for and prints what they found. Each is a function; none knows the others.
import { availableParallelism } from 'node:os';
import { readArguments, usage, type Wishes } from './arguments.ts';
import { cachedFile, type WarcFile } from './corpus/cached-file.ts';
import { cacheFolder } from './env.ts';
import { importBench } from './import-bench.ts';
import { readBench } from './read-bench.ts';
import type { FileResult } from './results.ts';
import { startSystem } from './service/system.ts';
import { resultsTable } from './table.ts';

type Benchmark = {
  /** Whether it runs when none is named; one that is part of another does not. */
  byDefault: boolean;
  run(wishes: Wishes): Promise<FileResult[]>;
};

const benchmarks: Record<string, Benchmark> = {
  read: { byDefault: false, run: async (wishes) => readBench(await filesOf(wishes), wishes.rounds) },
  import: { byDefault: true, run: runImport },
};

try {
  await main(wishesOf(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function wishesOf(args: string[]): Wishes {
  try {
    return readArguments(args, Object.keys(benchmarks));
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

async function main(wishes: Wishes): Promise<void> {
  if (wishes.help) return console.log(`${usage}\nBenchmarks: ${Object.keys(benchmarks).join(', ')}`);
  const names = wishes.benchmarks.length > 0 ? wishes.benchmarks : defaults();
  const found: Record<string, FileResult[]> = {};
  for (const name of names) found[name] = await benchmarks[name]!.run(wishes);
  if (wishes.json) {
    const { scale, rounds } = wishes;
    const machine = { node: process.version, cpus: availableParallelism() };
    console.log(JSON.stringify({ machine, scale, rounds, benchmarks: found }, null, 2));
  } else for (const name of names) console.log(`${name}\n\n${resultsTable(found[name]!)}\n`);
}

function defaults(): string[] {
  return Object.keys(benchmarks).filter((name) => benchmarks[name]!.byDefault);
}

async function runImport(wishes: Wishes): Promise<FileResult[]> {
  const { service } = wishes;
  const open = service ? async () => ({ ...service, stop: async () => {} }) : startSystem;
  return await importBench(open, await filesOf(wishes), wishes.rounds);
}

async function filesOf({ files, scale }: Wishes): Promise<WarcFile[]> {
  const made: WarcFile[] = [];
  for (const kind of files) made.push(await cachedFile(console.error, cacheFolder(), kind, scale));
  return made;
}
