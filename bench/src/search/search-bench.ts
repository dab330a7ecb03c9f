// Benchmark `search`: search for part of a URL in a large index, the space that the search needs, and the cost for
// imports.
import { openDatabase } from '@holdfast/pg-kit';
import type { WarcFile } from '../corpus/cached-file.ts';
import { withBenchPostgres } from '../service/bench-postgres.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { type SystemOpener, withSystem } from '../service/system.ts';
import {
  loadSearchedCaptures,
  readSearchedUrls,
  readSearchSizes,
  type SearchedCaptures,
  type SearchSize,
} from './load-searched.ts';
import { makeSearchTexts, measureSearch, type SearchLatency, waitForSearch } from './search-requests.ts';

export interface SearchResults {
  readonly indexes: readonly SearchIndexResult[];
  readonly imports: readonly SearchImportResult[];
}

export interface SearchIndexResult extends SearchedCaptures {
  readonly sizes: readonly SearchSize[];
  /** Time in which the job stored all URLs. */
  readonly fillSeconds: number;
  readonly latencies: readonly SearchLatency[];
}

export interface SearchImportResult {
  readonly file: string;
  readonly mode: string;
  readonly records: number;
  readonly seconds: readonly number[];
  /** Time after the end of the import until all its URLs can be found. */
  readonly behindSeconds: readonly number[];
}

export interface SearchOptions {
  readonly captures: number;
  readonly rounds: number;
}

const REQUESTS = 500;
const CAPTURES_PER_URL = [20, 1];
const MODES = ['off', 'pages', 'all'];

export async function runSearchBench(
  open: SystemOpener,
  files: readonly WarcFile[],
  { captures, rounds }: SearchOptions,
): Promise<SearchResults> {
  const indexes: SearchIndexResult[] = [];
  for (const capturesPerUrl of CAPTURES_PER_URL)
    indexes.push(await measureIndex(open, { captures, capturesPerUrl }));
  const imports: SearchImportResult[] = [];
  for (const file of files) imports.push(...(await measureImports(open, file, rounds)));
  return { indexes, imports };
}

function measureIndex(open: SystemOpener, searched: SearchedCaptures): Promise<SearchIndexResult> {
  return withBenchPostgres({}, async ({ url }) => {
    // This run only creates the tables.
    await withSystem(open, { DATABASE_URL: url, URL_SEARCH: 'off' }, async () => undefined);
    const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
    try {
      console.error(`Loading ${searched.captures} captures, ${searched.capturesPerUrl} of each URL…`);
      await loadSearchedCaptures(database, searched);
      console.error('Storing their URLs for the search…');
      return await withSystem(open, { DATABASE_URL: url, URL_SEARCH: 'all' }, async (system) => {
        const fillSeconds = await waitForSearch(system);
        const latencies: SearchLatency[] = [];
        const texts = makeSearchTexts(await readSearchedUrls(database, REQUESTS));
        console.error(`Stored in ${fillSeconds.toFixed(1)} s. Searching…`);
        for (const [name, some] of Object.entries(texts))
          latencies.push(await measureSearch(system, name, some));
        return { ...searched, sizes: await readSearchSizes(database), fillSeconds, latencies };
      });
    } finally {
      await database.close();
    }
  });
}

/** Imports the file into new nodes with each mode in turn. */
async function measureImports(
  open: SystemOpener,
  file: WarcFile,
  rounds: number,
): Promise<SearchImportResult[]> {
  const runs = MODES.map((mode) => ({ mode, seconds: [] as number[], behindSeconds: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    console.error(`Importing the file ${file.kind}, round ${round + 1}…`);
    for (const run of runs) {
      await withSystem(open, { URL_SEARCH: run.mode }, async (system) => {
        if (run.mode !== 'off') await waitForSearch(system);
        const { seconds, statuses } = await runHttpImport(system, file.path, 'bench&search~1', 'bench');
        if (statuses.OK !== file.responses)
          throw new Error(`Not all records are OK: ${JSON.stringify(statuses)}`);
        run.seconds.push(seconds);
        if (run.mode !== 'off') run.behindSeconds.push(await waitForSearch(system));
      });
    }
  }
  return runs.map((run) => ({ ...run, file: file.kind, records: file.responses }));
}
