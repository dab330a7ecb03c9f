// Benchmark `growth`: grows an index to four times the memory that PostgreSQL may use. Measures imports, look-ups and
// changes at each size. PostgreSQL uses direct I/O, so only its own buffers cache data.
import { openDatabase, type Pool } from '@holdfast/pg-kit';
import type { WarcFile } from '../corpus/cached-file.ts';
import { withBenchPostgres } from '../service/bench-postgres.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { readProcessorSeconds } from '../service/processor-time.ts';
import { type BenchSystem, type SystemOpener, withSystem } from '../service/system.ts';
import { measureRequests, type RequestLatency } from './requests.ts';
import { createGrowthNamespace, type StoringCost, storeVisit, storeVisits } from './storing.ts';
import { planVisits, URLS_PER_AU, type Visit } from './visits.ts';

export interface GrowthResults {
  readonly memoryBytes: number;
  readonly sizes: IndexSizeResult[];
  /** Measurements at the last size divided by the same measurements at the first size. */
  readonly lastOverFirst: { rowsPerSecond: number; importSeconds: number; p99: Record<string, number> };
}

export interface IndexSizeResult {
  readonly rows: number;
  readonly indexBytes: number;
  readonly bytesPerRow: number;
  /** Bytes per row in the table and in each index. */
  readonly parts: Record<string, number>;
  /** Cost of storing the last rows up to this index size, over one connection. */
  readonly stored: StoringCost & { readonly postgresCpuSeconds: number };
  /** Duration of importing a WARC file of small records over HTTP into a new AU, in seconds. */
  readonly importSeconds: number;
  readonly latencies: RequestLatency[];
}

export interface GrowthOptions {
  readonly rows: number;
  /** Number of requests of each kind at each size. */
  readonly requests: number;
}

/** Approximate bytes of a capture in the table and all indexes. */
const BYTES_PER_ROW = 640;
const SHARES = [1 / 30, 1 / 10, 1 / 3, 1];
/** Maximum number of visits in each measurement of the storing cost. Together, they have a million captures. */
const MEASURED_VISITS = 1_000_000 / URLS_PER_AU;
const MIB = 2 ** 20;

export function runGrowthBench(
  open: SystemOpener,
  file: WarcFile,
  { rows, requests }: GrowthOptions,
): Promise<GrowthResults> {
  const memoryBytes = Math.ceil((rows * BYTES_PER_ROW) / 4 / MIB) * MIB;
  const cache = `${memoryBytes / MIB}MB`;
  const memory = { shared_buffers: cache, effective_cache_size: cache, debug_io_direct: 'data' };
  return withBenchPostgres(memory, async ({ url, pid }) => {
    const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
    // Disables jobs that read objects, because the objects of these artifacts do not exist.
    const quiet = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off' };
    try {
      const sizes = await withSystem(open, { DATABASE_URL: url, ...quiet }, (system) => {
        const deps = { system, pool: database.pool, postgresPid: pid, file, requests };
        return growIndex(deps, planVisits(rows));
      });
      return { memoryBytes, sizes, lastOverFirst: compareSizes(sizes[0]!, sizes.at(-1)!) };
    } finally {
      await database.close();
    }
  });
}

interface GrowthDeps {
  readonly system: BenchSystem;
  readonly pool: Pool;
  readonly postgresPid: number;
  readonly file: WarcFile;
  readonly requests: number;
}

async function growIndex(deps: GrowthDeps, visits: readonly Visit[]): Promise<IndexSizeResult[]> {
  await createGrowthNamespace(deps.pool);
  const sizes: IndexSizeResult[] = [];
  let done = 0;
  for (const share of SHARES) {
    const until = Math.max(done + 1, Math.round(visits.length * share));
    const measuredFrom = until - Math.min(MEASURED_VISITS, Math.ceil((until - done) / 2));
    await storeVisits(deps.pool, visits.slice(done, measuredFrom));
    const cpuBefore = readProcessorSeconds(deps.postgresPid);
    const stored = await storeVisit(deps.pool, visits.slice(measuredFrom, until));
    const postgresCpuSeconds = readProcessorSeconds(deps.postgresPid) - cpuBefore;
    done = until;
    sizes.push(
      await measureAtSize(deps, visits.slice(0, done), sizes.length, { ...stored, postgresCpuSeconds }),
    );
    console.error(`growth: ${(done * URLS_PER_AU).toLocaleString('en')} captures`);
  }
  return sizes;
}

async function measureAtSize(
  { system, pool, file, requests }: GrowthDeps,
  visits: readonly Visit[],
  round: number,
  stored: IndexSizeResult['stored'],
): Promise<IndexSizeResult> {
  const { seconds: importSeconds } = await runHttpImport(system, file.path, `bench&small~${round}`, 'bench');
  const rows = visits.length * URLS_PER_AU;
  const { parts, indexBytes } = await readIndexSize(pool, rows + (round + 1) * file.responses);
  const bytesPerRow = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  const latencies = await measureRequests(system, visits, round, requests);
  return { rows, indexBytes, bytesPerRow, parts, stored, importSeconds, latencies };
}

async function readIndexSize(pool: Pool, rows: number) {
  const found = await pool.query<{ name: string; bytes: number }>(`
    select replace(relname, 'artifact_', '') as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where relname ~ '^artifact(_|$)' and relkind in ('r', 'i') order by bytes desc`);
  const large = found.rows.filter(({ bytes }) => bytes / rows >= 0.1);
  return {
    indexBytes: found.rows.reduce((sum, { bytes }) => sum + bytes, 0),
    parts: Object.fromEntries(large.map(({ name, bytes }) => [name, bytes / rows])),
  };
}

function compareSizes(first: IndexSizeResult, last: IndexSizeResult): GrowthResults['lastOverFirst'] {
  const speed = ({ stored }: IndexSizeResult) => stored.rows / stored.seconds;
  const p99 = last.latencies.map(({ name, p99Ms }, i) => [name, p99Ms / first.latencies[i]!.p99Ms]);
  return {
    rowsPerSecond: speed(last) / speed(first),
    importSeconds: last.importSeconds / first.importSeconds,
    p99: Object.fromEntries(p99),
  };
}
