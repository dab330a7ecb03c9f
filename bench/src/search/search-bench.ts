// Benchmark `search`: search for part of a URL in a large index, the space that the search needs, and the cost for
// imports.
import { openDatabase } from '@holdfast/pg-kit';
import type { WarcFile } from '../corpus/cached-file.ts';
import { withBenchPostgres } from '../service/bench-postgres.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { type SystemOpener, withSystem } from '../service/system.ts';
import {
  countSearchedUrls,
  LOAD_SETTINGS,
  loadSearchedCaptures,
  readSearchedUrls,
  readSearchSizes,
  type SearchedCaptures,
  type SearchSize,
} from './load-searched.ts';
import {
  makeSearchTexts,
  measureSearch,
  prepareSearch,
  type SearchLatency,
  waitForSearch,
} from './search-requests.ts';

export interface SearchResults {
  readonly indexes: readonly SearchIndexResult[];
  readonly imports: readonly SearchImportResult[];
}

export interface SearchIndexResult extends SearchedCaptures {
  /** Number of different URLs. */
  readonly urls: number;
  readonly sizes: readonly SearchSize[];
  /** Duration of inserting the rows and creating the indexes. The captures are not imported. */
  readonly loadSeconds: number;
  /** Time that the job needed to store all URLs for the search. */
  readonly fillSeconds: number;
  readonly latencies: readonly SearchLatency[];
}

export interface SearchImportResult {
  readonly file: string;
  readonly mode: string;
  readonly records: number;
  readonly seconds: readonly number[];
  /** Time from the end of the import until all its URLs can be found. */
  readonly behindSeconds: readonly number[];
}

export interface SearchOptions {
  readonly captures: number;
  readonly rounds: number;
}

const REQUESTS = 500;
const CAPTURES_PER_URL = [20, 1];
const MODES = ['off', 'pages', 'all'];
/** Disables jobs that read objects, because the objects of the loaded captures do not exist. */
const QUIET = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off', SWEEP_PERIOD: 'off' };

export async function runSearchBench(
  open: SystemOpener,
  files: readonly WarcFile[],
  { captures, rounds }: SearchOptions,
): Promise<SearchResults> {
  const imports: SearchImportResult[] = [];
  for (const file of files) imports.push(...(await measureImports(open, file, rounds)));
  const indexes: SearchIndexResult[] = [];
  for (const capturesPerUrl of CAPTURES_PER_URL)
    indexes.push(await measureIndex(open, { captures, capturesPerUrl }));
  return { indexes, imports };
}

function measureIndex(open: SystemOpener, searched: SearchedCaptures): Promise<SearchIndexResult> {
  return withBenchPostgres(LOAD_SETTINGS, async ({ url }) => {
    // Starts the service once, only to create the tables.
    await withSystem(open, { DATABASE_URL: url, URL_SEARCH: 'off' }, async () => undefined);
    const database = openDatabase<unknown>({
      url,
      applicationName: 'bench',
      onError: () => undefined,
      statementTimeoutMs: 0,
    });
    try {
      console.error(`Loading ${searched.captures} captures, ${searched.capturesPerUrl} of each URL…`);
      const begunMs = performance.now();
      await loadSearchedCaptures(database, searched, console.error);
      const loadSeconds = (performance.now() - begunMs) / 1000;
      console.error(`Loaded in ${loadSeconds.toFixed(0)} s. Storing their URLs for the search…`);
      return await withSystem(open, { ...QUIET, DATABASE_URL: url, URL_SEARCH: 'all' }, async (system) => {
        const fillSeconds = await waitForSearch(system, console.error);
        console.error(`Stored in ${fillSeconds.toFixed(1)} s. Searching…`);
        const latencies: SearchLatency[] = [];
        const texts = makeSearchTexts(await readSearchedUrls(database, searched, REQUESTS));
        for (const [name, some] of Object.entries(texts)) {
          const latency = await measureSearch(system, name, some);
          console.error(`${name}: p50 ${latency.p50Ms.toFixed(1)} ms, p99 ${latency.p99Ms.toFixed(1)} ms`);
          latencies.push(latency);
        }
        const [urls, sizes] = [await countSearchedUrls(database), await readSearchSizes(database)];
        return { ...searched, urls, sizes, loadSeconds, fillSeconds, latencies };
      });
    } finally {
      await database.close();
    }
  });
}

/** Imports the file into new nodes with each mode in turn. Every second round reverses the order. */
async function measureImports(
  open: SystemOpener,
  file: WarcFile,
  rounds: number,
): Promise<SearchImportResult[]> {
  const runs = MODES.map((mode) => ({ mode, seconds: [] as number[], behindSeconds: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    console.error(`Importing the file ${file.kind}, round ${round + 1} of ${rounds}…`);
    for (const run of round % 2 === 0 ? runs : runs.toReversed()) {
      await withSystem(open, { URL_SEARCH: run.mode }, async (system) => {
        await prepareSearch(system, run.mode !== 'off');
        const { seconds, statuses } = await runHttpImport(system, file.path, 'bench&search~1', 'bench');
        if (statuses.OK !== file.responses)
          throw new Error(`Not all records are OK: ${JSON.stringify(statuses)}`);
        run.seconds.push(seconds);
        if (run.mode !== 'off') run.behindSeconds.push(await waitForSearch(system));
        console.error(`URL_SEARCH=${run.mode}: ${seconds.toFixed(2)} s`);
      });
    }
  }
  return runs.map((run) => ({ ...run, file: file.kind, records: file.responses }));
}
