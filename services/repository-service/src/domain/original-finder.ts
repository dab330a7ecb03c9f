// Finds the originals of a batch's revisits, in the batch and in the index. Call under the AU's lock.

import { removeHeadFields, selectOriginalFields } from './record/artifact-columns.ts';
import type { ArtifactRow, ImportEntry, IndexedOriginal, NamedOriginal, Original } from './record/entry.ts';
import {
  EMPTY_SHA256,
  findOriginalUpperBoundMs,
  listDigestKeys,
  makeReferenceKey,
  type PayloadDigests,
  toDeclaredDigestKey,
  toReferenceKey,
} from './record/refers-to.ts';

export interface OriginalFinder {
  find(revisit: ImportEntry): Original | undefined;
  /** Adds a row of this batch as a possible original of later revisits. */
  add(row: ArtifactRow): void;
}

/** Finder for a batch without revisits. */
export const NO_ORIGINALS: OriginalFinder = { find: () => undefined, add: () => undefined };

/**
 * Creates a finder of originals. Order of preference: the original that was found before the batch; the capture with
 * the declared URL and date; for a server-not-modified revisit, the latest earlier capture; a capture with the declared
 * payload digest. `known`: originals in the index, by entry ID.
 */
export function createOriginalFinder(known: ReadonlyMap<string, IndexedOriginal>): OriginalFinder {
  const batch = new BatchCaptures();
  return {
    find: (revisit) => {
      const found = findOriginal(revisit, batch, known.get(revisit.id));
      return found && removeForeignHead(found, revisit.record.url);
    },
    add: (row) => batch.add(row),
  };
}

/** Original in the batch or in the index. */
type FoundOriginal = Original & { readonly url: string };

function findOriginal(
  revisit: ImportEntry,
  batch: BatchCaptures,
  inIndex: IndexedOriginal | undefined,
): FoundOriginal | undefined {
  const { url } = revisit.record;
  const inBatch = batch.findContent(revisit.original);
  if (inBatch) return inBatch;
  const named = inIndex?.match === 'named' ? inIndex : undefined;
  // Prefer an original that was found before the batch. The index look-up marks this original with the match `named`.
  if (named && revisit.original) return named;
  const found = batch.findNamed(revisit) ?? named ?? chooseLaterOriginal(batch.findLatest(revisit), inIndex);
  if (found) return found;
  const same = batch.findByDigest(revisit);
  return same?.url === url || inIndex?.url !== url ? (same ?? inIndex) : inIndex;
}

function chooseLaterOriginal(
  latest: BatchCapture | undefined,
  inIndex: IndexedOriginal | undefined,
): FoundOriginal | undefined {
  if (inIndex?.match !== 'latest') return latest?.original;
  return latest && latest.collectionMs >= inIndex.collectionMs ? latest.original : inIndex;
}

/** Drops the HTTP header fields of an original with another URL, because the revisit then shares only its payload. */
function removeForeignHead(original: FoundOriginal, url: string): Original {
  return original.url === url ? original : removeHeadFields(original);
}

interface BatchCapture extends PayloadDigests {
  readonly url: string;
  readonly urlkey: string;
  readonly method: string | undefined;
  readonly collectionMs: number;
  readonly original: FoundOriginal;
}

/** Rows of a batch, by the keys under which revisits may refer to them. */
class BatchCaptures {
  readonly #byKey = new Map<string, BatchCapture>();
  readonly #byTime = new CapturesByTime<BatchCapture>();

  add(row: ArtifactRow): void {
    const capture = toCapture(row);
    const { url, collectionMs, sha256 } = capture;
    this.#byKey.set(makeContentKey({ url, sha256 }), capture);
    const reference = makeReferenceKey(url, collectionMs);
    this.#byKey.set(reference, capture);
    for (const digest of listDigestKeys(capture)) {
      for (const key of [digest, `${digest} ${url}`, `${reference} ${digest}`]) this.#byKey.set(key, capture);
    }
    this.#byTime.add(capture);
  }

  findContent(content: NamedOriginal | undefined): FoundOriginal | undefined {
    return content && this.#byKey.get(makeContentKey(content))?.original;
  }

  findNamed({ record: { refersTo } }: ImportEntry): FoundOriginal | undefined {
    const reference = toReferenceKey(refersTo);
    if (reference === undefined) return undefined;
    const digest = toDeclaredDigestKey(refersTo);
    const found = this.#byKey.get(digest === undefined ? reference : `${reference} ${digest}`);
    return refersTo?.isUnmodified && found?.sha256 === EMPTY_SHA256 ? undefined : found?.original;
  }

  findLatest({ record }: ImportEntry): BatchCapture | undefined {
    const beforeMs = findOriginalUpperBoundMs(record);
    if (beforeMs === undefined) return undefined;
    return this.#byTime.findLast(record, beforeMs, toDeclaredDigestKey(record.refersTo));
  }

  findByDigest({ record: { url, refersTo } }: ImportEntry): FoundOriginal | undefined {
    const digest = toDeclaredDigestKey(refersTo);
    if (digest === undefined) return undefined;
    return (this.#byKey.get(`${digest} ${url}`) ?? this.#byKey.get(digest))?.original;
  }
}

function makeContentKey({ url, sha256 }: NamedOriginal): string {
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
  if (original) return { ...original, ...selectOriginalFields(row), id, version };
  const { offset, length, crc32 } = entry.stored!;
  return {
    ...selectOriginalFields(row),
    id,
    version,
    payload: { id, segmentId: undefined, offset, length, crc32 },
  };
}

interface RequestIdentity {
  readonly url: string;
  /** Key that distinguishes requests to one URL. Required if `method` is set. */
  readonly urlkey?: string | undefined;
  readonly method?: string | undefined;
}

interface TimedCapture extends RequestIdentity, PayloadDigests {
  readonly collectionMs: number;
}

/** Maximum number of captures of a URL whose payload digests are compared. */
const MAX_COMPARED = 100;

/**
 * Non-empty captures, by URL and time. Used to find the original of a revisit that declares its URL unmodified since an
 * earlier capture.
 */
export class CapturesByTime<Capture extends TimedCapture> {
  /** Captures by URL and request, in ascending order of time. */
  readonly #captures = new Map<string, Capture[]>();

  /** Adds a capture, unless its payload is empty. */
  add(capture: Capture): void {
    if (capture.sha256 === EMPTY_SHA256) return;
    const key = makeRequestKey(capture);
    const captures = this.#captures.get(key);
    if (captures) captures.splice(findTimeIndex(captures, capture.collectionMs + 1), 0, capture);
    else this.#captures.set(key, [capture]);
  }

  remove(capture: Capture): void {
    const key = makeRequestKey(capture);
    const captures = this.#captures.get(key) ?? [];
    const at = captures.indexOf(capture, findTimeIndex(captures, capture.collectionMs));
    if (at >= 0) captures.splice(at, 1);
    if (captures.length === 0) this.#captures.delete(key);
  }

  /**
   * Returns the latest capture of the request before a time. If `digestKey` is defined, the capture must have this
   * payload digest.
   */
  findLast(requested: RequestIdentity, beforeMs: number, digestKey: string | undefined): Capture | undefined {
    const captures = this.#captures.get(makeRequestKey(requested)) ?? [];
    const end = findTimeIndex(captures, beforeMs);
    for (let at = end - 1; at >= Math.max(0, end - MAX_COMPARED); at--) {
      const capture = captures[at]!;
      if (digestKey === undefined || listDigestKeys(capture).includes(digestKey)) return capture;
    }
    return undefined;
  }
}

function makeRequestKey({ url, urlkey, method }: RequestIdentity): string {
  return method === undefined ? url : `${method} ${urlkey} ${url}`;
}

/** Returns the index of the first capture at or after this time. */
function findTimeIndex(captures: readonly TimedCapture[], ms: number): number {
  let [low, high] = [0, captures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (captures[middle]!.collectionMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
