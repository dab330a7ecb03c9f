// The manifest of a segment: one JSON line a record, all that the index needs to be made again from the object store
// but what only the index transaction can know (version, a duplicate dropped).
import { digestText } from '../digest-text.ts';
import type { Entry } from './entry.ts';

export function manifestLine(entry: Entry, storeMs: number): string {
  const { record, stored } = entry;
  const { refersTo } = record;
  return JSON.stringify({
    uuid: entry.id,
    uri: record.url,
    kind: record.kind,
    offset: stored?.offset,
    length: stored?.length,
    committed: entry.committed,
    // Asked for when its versions must be allotted again.
    storeDuplicate: entry.storeDuplicate || undefined,
    collectionDate: record.collectionMs,
    storeDate: storeMs,
    contentLength: record.contentLength,
    contentDigest: digestText(record.sha256),
    storedSha1: record.storedSha1,
    dechunked: record.dechunked || undefined,
    status: record.httpStatus,
    headBytes: record.headBytes || undefined,
    mime: record.mime,
    redirect: record.redirect,
    refersTo: refersTo && {
      uri: refersTo.url,
      date: refersTo.dateMs,
      digest: refersTo.digest && `${refersTo.digest.algorithm}:${refersTo.digest.hex}`,
    },
  });
}
