// Finds the originals of the revisits of a batch, under the lock of their AU: among the rows of the batch itself, and in what
// the index knew before.

import { CapturesByTime } from './captures-by-time.ts';
import type { ArtifactRow, KnownOriginal, Original } from './record/artifact-row.ts';
import type { Entry, NamedOriginal } from './record/entry.ts';
import { shownFields, withoutHead } from './record/originals.ts';
import {
  digestOf,
  EMPTY_SHA256,
  listDigestKeys,
  originalCapturedBeforeMs,
  type PayloadDigests,
  referenceKey,
  referenceOf,
} from './record/refers-to.ts';

export interface OriginalFinder {
  find(revisit: Entry): Original | undefined;
  /** Makes a row of this batch known to the revisits that follow it. */
  add(row: ArtifactRow): void;
}

/** For a batch without revisits. */
export const NO_ORIGINALS: OriginalFinder = { find: () => undefined, add: () => undefined };

/**
 * Finds the artifact that a revisit refers to: the content that it was found to refer to before its batch was made, else
 * what it names by URL and date, else for an unmodified one the latest capture before, else what has the payload digest
 * that it declares. `known`: what the index holds, by entry id.
 */
export function originalFinder(known: ReadonlyMap<string, KnownOriginal>): OriginalFinder {
  const batch = new BatchCaptures();
  return {
    find: (revisit) => {
      const found = findOriginal(revisit, batch, known.get(revisit.id));
      return found && withOwnHead(found, revisit.record.url);
    },
    add: (row) => batch.add(row),
  };
}

/** An artifact of the batch or of the index, and its URL. */
type FoundOriginal = Original & { readonly url: string };

function findOriginal(
  revisit: Entry,
  batch: BatchCaptures,
  inIndex: KnownOriginal | undefined,
): FoundOriginal | undefined {
  const { url } = revisit.record;
  const inBatch = batch.findContent(revisit.original);
  if (inBatch) return inBatch;
  const named = inIndex?.match === 'named' ? inIndex : undefined;
  // The index looks for that content first.
  if (named && revisit.original) return named;
  const found = batch.findNamed(revisit) ?? named ?? laterOf(batch.findLatest(revisit), inIndex);
  if (found) return found;
  const same = batch.findByDigest(revisit);
  return same?.url === url || inIndex?.url !== url ? (same ?? inIndex) : inIndex;
}

function laterOf(
  latest: BatchCapture | undefined,
  inIndex: KnownOriginal | undefined,
): FoundOriginal | undefined {
  if (inIndex?.match !== 'latest') return latest?.original;
  return latest && latest.collectionMs >= inIndex.collectionMs ? latest.original : inIndex;
}

/** A revisit without a head of its own has none of another URL's: only its payload is the same. */
function withOwnHead(original: FoundOriginal, url: string): Original {
  return original.url === url ? original : withoutHead(original);
}

interface BatchCapture extends PayloadDigests {
  readonly url: string;
  readonly urlkey: string;
  readonly method: string | undefined;
  readonly collectionMs: number;
  readonly original: FoundOriginal;
}

/** The rows of a batch, as its revisits may refer to them. */
class BatchCaptures {
  readonly #byKey = new Map<string, BatchCapture>();
  readonly #byTime = new CapturesByTime<BatchCapture>();

  add(row: ArtifactRow): void {
    const capture = toCapture(row);
    const { url, collectionMs, sha256 } = capture;
    this.#byKey.set(contentKey({ url, sha256 }), capture);
    const reference = referenceKey(url, collectionMs);
    this.#byKey.set(reference, capture);
    for (const digest of listDigestKeys(capture)) {
      for (const key of [digest, `${digest} ${url}`, `${reference} ${digest}`]) this.#byKey.set(key, capture);
    }
    this.#byTime.add(capture);
  }

  findContent(content: NamedOriginal | undefined): FoundOriginal | undefined {
    return content && this.#byKey.get(contentKey(content))?.original;
  }

  findNamed({ record: { refersTo } }: Entry): FoundOriginal | undefined {
    const reference = referenceOf(refersTo);
    if (reference === undefined) return undefined;
    const digest = digestOf(refersTo);
    const found = this.#byKey.get(digest === undefined ? reference : `${reference} ${digest}`);
    return refersTo?.isUnmodified && found?.sha256 === EMPTY_SHA256 ? undefined : found?.original;
  }

  findLatest({ record }: Entry): BatchCapture | undefined {
    const beforeMs = originalCapturedBeforeMs(record);
    if (beforeMs === undefined) return undefined;
    return this.#byTime.findLast(record, beforeMs, digestOf(record.refersTo));
  }

  findByDigest({ record: { url, refersTo } }: Entry): FoundOriginal | undefined {
    const digest = digestOf(refersTo);
    if (digest === undefined) return undefined;
    return (this.#byKey.get(`${digest} ${url}`) ?? this.#byKey.get(digest))?.original;
  }
}

function contentKey({ url, sha256 }: NamedOriginal): string {
  return `content ${sha256} ${url}`;
}

function toCapture(row: ArtifactRow): BatchCapture {
  const { record } = row.entry;
  const { url, urlkey, method, collectionMs } = record;
  const { sha256, storedSha1 } = row.original ?? record;
  const { payloadSha1 } = row.entry.original ?? record;
  const declaredDigest = record.refersTo?.digest ?? record.declaredDigest;
  const original = { ...toOriginal(row), url };
  return { url, urlkey, method, collectionMs, sha256, storedSha1, payloadSha1, declaredDigest, original };
}

function toOriginal(row: ArtifactRow): Original {
  const { entry, version, original, replaces } = row;
  const id = replaces?.id ?? entry.id;
  if (original) return { ...original, ...shownFields(row), id, version };
  const { offset, length, crc32 } = entry.stored!;
  return { ...shownFields(row), id, version, payload: { id, segmentId: undefined, offset, length, crc32 } };
}
