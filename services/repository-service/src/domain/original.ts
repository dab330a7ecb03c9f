// How the original of a revisit is found: among the rows made before it in its batch, then in what the index knew
// before.

import type { ArtifactRow, Original } from './artifact-row.ts';
import type { Entry } from './entry.ts';

/** For a batch without revisits. */
export const noOriginals: OriginalFinder = { find: () => undefined, add: () => undefined };

export interface OriginalFinder {
  find(revisit: Entry): Original | undefined;
  /** Makes a row of this batch known to the revisits that follow it. */
  add(row: ArtifactRow): void;
}

/** `known`: what the index holds for the revisits of this batch, by entry id. */
export function originalFinder(known: ReadonlyMap<string, Original>): OriginalFinder {
  const byReference = new Map<string, ArtifactRow>();
  const byDigest = new Map<string, ArtifactRow>();
  return {
    find: (revisit) => {
      const row = byReference.get(referenceOf(revisit)) ?? byDigest.get(digestOf(revisit));
      return row ? asOriginal(row) : known.get(revisit.id);
    },
    add: (row) => {
      const { record } = row.entry;
      const { storedSha1, sha256 } = row.original ?? record;
      byReference.set(referenceKey(record.url, record.collectionMs), row);
      byDigest.set(digestKey({ algorithm: 'sha1', hex: storedSha1 }), row);
      byDigest.set(digestKey({ algorithm: 'sha256', hex: sha256 }), row);
    },
  };
}

function referenceOf({ record: { refersTo } }: Entry): string {
  if (refersTo?.url === undefined || refersTo.dateMs === undefined) return '';
  return referenceKey(refersTo.url, refersTo.dateMs);
}

/** WARC-Refers-To-Date may be cut to seconds where the capture's own date was not. */
function referenceKey(url: string, dateMs: number): string {
  return `${Math.floor(dateMs / 1000)} ${url}`;
}

function digestOf({ record: { refersTo } }: Entry): string {
  return refersTo?.digest ? digestKey(refersTo.digest) : '';
}

function digestKey({ algorithm, hex }: { algorithm: string; hex: string }): string {
  return `${algorithm}:${hex}`;
}

function asOriginal({ entry, version, original, replaces }: ArtifactRow): Original {
  const id = replaces?.id ?? entry.id;
  if (original) return { ...original, id, version };
  const { record } = entry;
  return {
    id,
    version,
    sha256: record.sha256,
    storedSha1: record.storedSha1,
    contentLength: record.contentLength,
    dechunked: record.dechunked,
    mime: record.mime,
    httpStatus: record.httpStatus,
    payload: { id, segmentId: undefined, ...entry.stored! },
  };
}
