// Reads the rows of an AU's listing directly from the database, with psql if it is installed, otherwise with the Node
// driver.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase, streamBatches } from '@holdfast/pg-kit';
import type { ListingTotals } from './pages.ts';

export interface BareRowReader {
  /** Program that reads the rows. */
  readonly by: 'psql' | 'pg';
  all(auid: string, pageRows: number): Promise<ListingTotals>;
}

// SELECT for the columns of a listing, in the order of the listing.
const formatSelect = (auid: string) => `
  select artifact.id, url, version, committed, content_length, sha256, collection_ms, store_ms, segment.key,
    record_offset, record_length
  from artifact join segment on segment.id = segment_id
  where artifact.au_id = (select id from au where auid = ${auid}) and committed
  order by artifact.au_id, url_head(url), url_tail(url), version desc`;

export function openBareRowReader(databaseUrl: string): BareRowReader {
  return spawnSync('psql', ['--version']).status === 0
    ? createPsqlReader(databaseUrl)
    : createDriverReader(databaseUrl);
}

function createPsqlReader(databaseUrl: string): BareRowReader {
  return {
    by: 'psql',
    async all(auid, pageRows) {
      const started = performance.now();
      const settings = ['-v', 'ON_ERROR_STOP=1', '-v', `FETCH_COUNT=${pageRows}`, '-v', `auid=${auid}`];
      const psql = spawn('psql', ['-XAtq', ...settings, '-d', databaseUrl], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      psql.stdin.end(`${formatSelect(":'auid'")};\n`);
      let rows = 0;
      for await (const chunk of psql.stdout as AsyncIterable<Buffer>) {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
      }
      const [code] = psql.exitCode === null ? await once(psql, 'exit') : [psql.exitCode];
      if (code !== 0) throw new Error(`psql ended with exit code ${code}.`);
      return { rows, seconds: (performance.now() - started) / 1000 };
    },
  };
}

function createDriverReader(databaseUrl: string): BareRowReader {
  return {
    by: 'pg',
    async all(auid, pageRows) {
      const database = openDatabase<unknown>({
        url: databaseUrl,
        applicationName: 'bench',
        onError: () => {},
      });
      try {
        const started = performance.now();
        let rows = 0;
        const query = { text: formatSelect('$1'), values: [auid] };
        for await (const batch of streamBatches(database.pool, query, { batchSize: pageRows }))
          rows += batch.length;
        return { rows, seconds: (performance.now() - started) / 1000 };
      } finally {
        await database.close();
      }
    },
  };
}
