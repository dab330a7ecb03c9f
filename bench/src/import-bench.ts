// Benchmark `import`: imports files over HTTP into a durable store and index. Compares the speed with readers of the
// same files. Also imports the same records as ARC, as zstandard, without companion records (request, metadata), and in
// two parallel imports. Measures CPU time, the service's memory and its requests to the object store.
import type { WarcFile } from './corpus/cached-file.ts';
import { type BenchmarkTask, interleavePasses, type RoundOptions } from './measure.ts';
import { createReaderMeasure, READER_NAMES } from './read/reader.ts';
import { chooseRounds } from './read-bench.ts';
import { computeFileResult, type FileResult, type ReaderSpeed, type ServiceResult } from './results.ts';
import { runHttpImport } from './service/import-over-http.ts';
import { countStoreRequests } from './service/metrics.ts';
import { type MemoryWatch, readResidentBytes, watchMemory } from './service/resident-memory.ts';
import type { BenchSystem, SystemOpener } from './service/system.ts';

const ARTIFACTS_ALONE = 'import, artifacts alone';

/**
 * Starts a new service for each file, so that only this file affects its memory, and so that its data is removed
 * afterwards. `openOther` starts a service that drops companion records.
 */
export async function runImportBench(
  open: () => Promise<BenchSystem>,
  openOther: SystemOpener | undefined,
  files: readonly WarcFile[],
  rounds: number,
): Promise<FileResult[]> {
  const results: FileResult[] = [];
  for (const file of files) {
    const system = await open();
    const other = await openOther?.({ KEEP_RECORDS: 'artifacts' });
    try {
      results.push(await importFile(system, other, file, chooseRounds(file, rounds)));
    } finally {
      await Promise.all([system.stop(), other?.stop()]);
    }
  }
  return results;
}

async function importFile(
  system: BenchSystem,
  other: BenchSystem | undefined,
  file: WarcFile,
  rounds: RoundOptions,
): Promise<FileResult> {
  const idleBytes = readResidentBytes(system.pid);
  const requestsBefore = await countStoreRequests(system.metricsUrl);
  const memory = watchMemory(system.pid);
  try {
    const { importedBytes, firstPeakBytes, measures } = createMeasures(system, other, file, memory);
    const found = computeFileResult(file, await interleavePasses(measures, rounds));
    const requests = (await countStoreRequests(system.metricsUrl)) - requestsBefore;
    const service: ServiceResult = {
      memoryGrowthBytes: firstPeakBytes() - idleBytes,
      memoryGrowthOfAllBytes: memory.peakBytes() - idleBytes,
      storeRequestsPerGigabyte: (requests * 1e9) / importedBytes(),
      twoAtOnce: findSpeed(found, 'two imports at once') / findSpeed(found, 'import'),
      ...computeProcessorTime(found),
      ...(other && { costOfCompanions: findSpeed(found, ARTIFACTS_ALONE) / findSpeed(found, 'import') - 1 }),
    };
    return { ...found, service };
  } finally {
    memory.stop();
  }
}

type FileMeasures = {
  readonly measures: BenchmarkTask[];
  /** Returns the total bytes of all imports so far. */
  importedBytes(): number;
  /** Returns the peak memory of the service up to the end of the first import. */
  firstPeakBytes(): number;
};

function createMeasures(
  system: BenchSystem,
  other: BenchSystem | undefined,
  file: WarcFile,
  memory: MemoryWatch,
): FileMeasures {
  let imports = 0;
  let importsIntoOther = 0;
  let firstPeakBytes: number | undefined;
  const importOnce = async (into = system, path = file.path) => {
    // Uses a new AU for each import, so that no record is a duplicate.
    const auid = `bench&file~${file.kind}&import~${into === system ? imports++ : importsIntoOther++}`;
    const { seconds, statuses } = await runHttpImport(into, path, auid, 'bench');
    const stored = statuses.OK ?? 0;
    if (stored !== file.responses || Object.keys(statuses).length !== 1) {
      throw new Error(
        `${file.responses} records of ${path} should be OK; they are ${JSON.stringify(statuses)}.`,
      );
    }
    if (into === system) firstPeakBytes ??= memory.peakBytes();
    return seconds;
  };
  const close = async () => {};
  const measures: BenchmarkTask[] = [
    ...READER_NAMES.map((name) => createReaderMeasure(name, file.path)),
    {
      name: 'import',
      async pass() {
        const cpuBefore = system.processorSeconds?.();
        const seconds = await importOnce();
        const cpuSeconds = cpuBefore === undefined ? undefined : system.processorSeconds!() - cpuBefore;
        return { seconds, inputBytes: file.sizeBytes, cpuSeconds };
      },
      close,
    },
    ...(file.others ?? []).map(({ name, path }) => ({
      name,
      pass: async () => ({ seconds: await importOnce(system, path), inputBytes: file.sizeBytes }),
      close,
    })),
    ...(other
      ? [
          {
            name: ARTIFACTS_ALONE,
            pass: async () => ({ seconds: await importOnce(other), inputBytes: file.sizeBytes }),
            close,
          },
        ]
      : []),
    {
      name: 'two imports at once',
      async pass() {
        const seconds = await Promise.all([importOnce(), importOnce()]);
        return { seconds: Math.max(...seconds), inputBytes: 2 * file.sizeBytes };
      },
      close,
    },
  ];
  return { measures, importedBytes: () => imports * file.sizeBytes, firstPeakBytes: () => firstPeakBytes! };
}

function computeProcessorTime(
  found: FileResult,
): Pick<ServiceResult, 'cpuTimesBound' | 'cpuSecondsPerGigabyte'> {
  const { cpuShareOfBound, cpuSeconds } = findWay(found, 'import');
  if (cpuShareOfBound === undefined || cpuSeconds === undefined) return {};
  return {
    cpuTimesBound: 1 / cpuShareOfBound,
    cpuSecondsPerGigabyte: (cpuSeconds * 1e9) / found.sizeBytes,
  };
}

function findSpeed(result: FileResult, name: string): number {
  return findWay(result, name).megabytesPerSecond;
}

function findWay({ ways }: FileResult, name: string): ReaderSpeed {
  return ways.find((way) => way.name === name)!;
}
