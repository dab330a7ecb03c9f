// Every AU of which anything is stored, with its documents, as lines.
import { selectRecordsAfter } from '../../index/aus/records.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { lineOf } from './record.wire.ts';

/**
 * In AUID byte order. They come page by page, each beginning where the last ended: no connection is held while a client
 * takes its time, and what is stored or removed meanwhile may or may not be seen.
 */
export async function* exportedLines(db: Db): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const records = await selectRecordsAfter(db, after);
    if (records.length === 0) return;
    yield records.map(lineOf).join('');
    after = records.at(-1)!.auid;
  }
}
