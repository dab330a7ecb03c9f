// The manifest of a segment: one JSON line a record, all that the index needs to be made again from the object store
// but what only the index transaction can know (version, a duplicate dropped).
import { digestText } from '../digest-text.ts';
import type { Entry } from './entry.ts';

export function manifestLine(entry: Entry, storeMs: number): string {
  const { refersTo, stored } = entry;
  return JSON.stringify({
    uuid: entry.id,
    uri: entry.url,
    kind: entry.kind,
    offset: stored?.offset,
    length: stored?.length,
    committed: entry.committed,
    collectionDate: entry.collectionMs,
    storeDate: storeMs,
    contentLength: entry.contentLength,
    contentDigest: digestText(entry.sha256),
    storedSha1: entry.storedSha1,
    dechunked: entry.dechunked || undefined,
    status: entry.httpStatus,
    headBytes: entry.headBytes || undefined,
    mime: entry.mime,
    redirect: entry.redirect,
    refersTo: refersTo && {
      uri: refersTo.url,
      date: refersTo.dateMs,
      digest: refersTo.digest && `${refersTo.digest.algorithm}:${refersTo.digest.hex}`,
    },
  });
}
