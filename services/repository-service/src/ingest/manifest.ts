// The manifest of a segment: one JSON line a record, all that the index needs to be made again from the object store
// but what only the index transaction can know (version, a duplicate dropped).
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
    storedSha1: hex(entry.storedSha1),
    dechunked: entry.dechunked || undefined,
    status: entry.httpStatus,
    headBytes: entry.headBytes || undefined,
    mime: entry.mime,
    redirect: entry.redirect,
    refersTo: refersTo && {
      uri: refersTo.url,
      date: refersTo.dateMs,
      digest: refersTo.digest && `${refersTo.digest.algorithm}:${hex(refersTo.digest.value)}`,
    },
  });
}

/** A payload digest as every answer of the service spells it. */
export function digestText(sha256: Uint8Array): string {
  return `SHA-256:${hex(sha256)}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
