// Imports whose process has died are marked as lost, with exactly one notice each.
import { describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import {
  endLostImports,
  listImports,
  type RecordedImport,
  saveImport,
} from '../../src/index/view/imports.db.ts';
import { openIndexDatabase } from '../index-database.ts';
import { onIndex } from './on-index.ts';

const PROCESS = 4_711n;
const T = Date.UTC(2026, 0, 2);

describe('an import whose process has died', () => {
  it('ends as lost, with exactly one notice', async () => {
    const database = await openIndexDatabase();
    const db = database.kysely;
    const running: RecordedImport = {
      ...{ id: uuidv7(), startedMs: T, user: 'librarian', requestId: 'r', namespace: 'default', auid: 'a' },
      ...{ fileName: 'crawl.warc.gz', requestBytes: undefined, uploadBytes: 5, ended: undefined },
      ...{ counts: { OK: 2, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 }, process: PROCESS },
    };
    await saveImport(db, running, T);
    const client = await database.pool.connect();
    await client.query('select pg_advisory_lock($1)', [PROCESS]);
    expect(await endLostImports(db, T + 120_000)).toBe(0);
    await client.query('select pg_advisory_unlock($1)', [PROCESS]);
    client.release();
    expect(await endLostImports(db, T + 59_000)).toBe(0);
    const both = [endLostImports(db, T + 120_000), endLostImports(db, T + 120_000)];
    expect((await Promise.all(both)).sort()).toEqual([0, 1]);
    // A late progress update must not revive the import.
    await saveImport(db, running, T + 121_000);
    expect(await endLostImports(db, T + 240_000)).toBe(0);
    const page = { after: undefined, limit: 9, nowMs: T + 121_000 };
    expect(await listImports(db, page)).toMatchObject([{ outcome: 'lost', seenMs: T }]);
    const { rows } = await onIndex(database)`
      select kind, status, namespace, auid, user_name, detail from repository_notice`;
    expect(rows).toEqual([
      {
        ...{
          kind: 'import.failed',
          status: 'event',
          namespace: 'default',
          auid: 'a',
          user_name: 'librarian',
        },
        detail: { count: 2, bytes: 5, name: 'crawl.warc.gz', reason: expect.stringContaining('interrupted') },
      },
    ]);
  });
});
