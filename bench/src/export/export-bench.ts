// Benchmark `export`: downloads an AU as WARC, WACZ and bag, and compares the speed with `cat` of the AU's objects.
// Measures the service's memory.
import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInChildProcess } from '../child-process.ts';
import type { WarcFile } from '../corpus/cached-file.ts';
import { type BenchmarkTask, interleavePasses, type PassResult } from '../measure.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { readResidentBytes, watchMemory } from '../service/resident-memory.ts';
import type { StartedSystem } from '../service/system.ts';
import type { ReceivedFile, ReceiverPlan } from './receiver-process.ts';

export interface ExportResults {
  readonly objects: number;
  readonly sizeBytes: number;
  readonly ways: readonly PassResult[];
  /** Speed of the WARC export divided by the speed of `cat`. */
  readonly ofCat: number;
  readonly memoryGrowthBytes: number;
}

const FULL_BYTES = 1e9;
const AUID = 'bench&export~1';
const receiver = fileURLToPath(new URL('./receiver-process.js', import.meta.url));

export async function runExportBench(
  open: () => Promise<StartedSystem>,
  file: WarcFile,
  { scale, rounds }: { scale: number; rounds: number },
): Promise<ExportResults> {
  const system = await open();
  try {
    for (let bytes = 0; bytes < FULL_BYTES * scale; bytes += file.sizeBytes) {
      await runHttpImport(system, file.path, AUID, 'bench', { storeDuplicate: true });
    }
    const objects = await listSegmentFiles(system.dataFolder);
    const idleBytes = readResidentBytes(system.pid);
    const memory = watchMemory(system.pid);
    try {
      const ways = await interleavePasses(createMeasures(system, objects), { count: rounds, warmUp: true });
      const speed = (name: string) => ways.find((way) => way.name === name)!.megabytesPerSecond;
      return {
        objects: objects.length,
        sizeBytes: await sumFileSizes(objects),
        ways,
        ofCat: speed('warc.gz') / speed('cat'),
        memoryGrowthBytes: memory.peakBytes() - idleBytes,
      };
    } finally {
      memory.stop();
    }
  } finally {
    await system.stop();
  }
}

function createMeasures(system: StartedSystem, objects: readonly string[]): BenchmarkTask[] {
  const target = join(system.dataFolder, 'exported');
  const close = async () => {};
  const exported = (kind: string): BenchmarkTask => ({
    name: kind,
    async pass() {
      const url = `${system.url}/exports/bench.${kind}?auid=${encodeURIComponent(AUID)}`;
      const { user, password } = system;
      const plan = { url, user, password, file: target };
      const { seconds, bytes } = await runInChildProcess<ReceiverPlan, ReceivedFile>(receiver, plan);
      await rm(target);
      return { seconds, inputBytes: bytes };
    },
    close,
  });
  const cat: BenchmarkTask = {
    name: 'cat',
    async pass() {
      const started = performance.now();
      // Pipes the output, because without a pipe the kernel could copy the files without reading them.
      await promisify(execFile)('sh', [
        '-c',
        'out=$1; shift; cat "$@" | cat > "$out"',
        'sh',
        target,
        ...objects,
      ]);
      const seconds = (performance.now() - started) / 1000;
      await rm(target);
      return { seconds, inputBytes: await sumFileSizes(objects) };
    },
    close,
  };
  return [cat, exported('warc.gz'), exported('wacz'), exported('tar')];
}

async function listSegmentFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => /\/ns\/bench\/.*\.warc\.gz$/.test(name)).map((name) => join(folder, name));
}

async function sumFileSizes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
