// Cache of an upload's latest records, to which revisits of the upload may refer. Older records are looked up in the
// index, except by record ID, which the index does not store.
import { CapturesByTime } from './original-finder.ts';
import type { NamedOriginal } from './record/entry.ts';
import { type CapturedRecord, isPackedRecord, type RecordRef } from './record/read-record.ts';
import {
  EMPTY_SHA256,
  findOriginalUpperBoundMs,
  listDigestKeys,
  makeReferenceKey,
  toDeclaredDigestKey,
  toReferenceKey,
} from './record/refers-to.ts';

/** Maximum number of cached records. By default, fewer records wait to be indexed. */
const MAX_RECORDS = 16_000;
/**
 * Maximum total length of the URLs that the cache copies. `MAX_CHARACTERS`: maximum length of the texts that packed
 * records share.
 */
const MAX_URL_CHARACTERS = 4_000_000;
const MAX_CHARACTERS = 16_000_000;
/** Maximum length of a record ID. Exceeds any realistic record ID. */
const MAX_ID_CHARACTERS = 1_000;

type DescribedCapture = Pick<CapturedRecord, 'url' | 'collectionMs' | 'method'> &
  Pick<RecordRef, 'recordId'> & { readonly urlkey?: string | undefined };
type UploadedRecord = DescribedCapture &
  Pick<CapturedRecord, 'sha256' | 'storedSha1' | 'payloadSha1' | 'declaredDigest'>;
type UploadedRevisit = DescribedCapture & Pick<CapturedRecord, 'refersTo'>;

/** Cached capture with the digests of its payload. A revisit has the digests of its original. */
interface CachedCapture extends NamedOriginal, DescribedCapture {
  readonly declaredDigest?: CapturedRecord['declaredDigest'];
}

/** Batch of records that arrived together. */
interface RecordBatch {
  readonly records: CachedCapture[];
  /** Length of the text that stays in memory until the last record of the batch is evicted. */
  characters: number;
}

export class UploadRecords {
  /**
   * Records, least recently used first. Empty until the first look-up; until then, `#batches` contains the records.
   */
  readonly #records = new Set<CachedCapture>();
  #urlCharacters = 0;
  /** Created at the first revisit, because most uploads contain none. */
  #byKey: Map<string, CachedCapture> | undefined;
  readonly #byTime = new CapturesByTime<CachedCapture>();
  #batches: RecordBatch[] = [{ records: [], characters: 0 }];
  #batchRecords = 0;
  #batchCharacters = 0;

  /**
   * Adds the length of the text that the next batch of packed records shares. The text stays in memory until the last
   * record of the batch is evicted.
   */
  tookTexts(characters: number): void {
    if (this.#byKey) return;
    if (this.#lastBatch.records.length > 0) this.#batches.push({ records: [], characters: 0 });
    this.#countCharacters(characters - this.#lastBatch.characters);
  }

  add(record: UploadedRecord): void {
    this.#add(record, !this.#byKey && isPackedRecord(record));
  }

  /** Caches a revisit with the digests of its original. */
  addRevisit(revisit: UploadedRevisit, { sha256, storedSha1, payloadSha1 }: NamedOriginal): void {
    const { recordId, url, urlkey, method, collectionMs, refersTo } = revisit;
    const declaredDigest = refersTo?.digest;
    const own = { recordId, url, urlkey, method, collectionMs };
    this.#add({ ...own, sha256, storedSha1, payloadSha1, declaredDigest }, false);
  }

  /**
   * Returns the record to which the revisit refers by record ID or, failing that, by URL and date. If the revisit
   * declares a payload digest, the record must have that digest. `mayBeEmpty`: a server-not-modified revisit may refer
   * to a record with an empty payload.
   */
  findNamed(revisit: UploadedRevisit, mayBeEmpty = false): CachedCapture | undefined {
    const { refersTo } = revisit;
    const { recordId } = refersTo ?? {};
    const byId = recordId === undefined ? undefined : this.#find(makeIdKey(recordId));
    if (byId && canBeOriginal(byId, revisit, mayBeEmpty)) return this.#markUsed(byId);
    const reference = toReferenceKey(refersTo);
    const found =
      reference === undefined ? undefined : this.#findWithDigest(reference, toDeclaredDigestKey(refersTo));
    return found && canBeOriginal(found, revisit, mayBeEmpty) ? this.#markUsed(found) : undefined;
  }

  /** Returns a record with the declared payload digest. Prefers a record with the revisit's URL. */
  findByDigest({ url, refersTo }: UploadedRevisit): CachedCapture | undefined {
    const digest = toDeclaredDigestKey(refersTo);
    if (digest === undefined) return undefined;
    const found = this.#find(digest);
    return this.#markUsed(found?.url === url ? found : (this.#find(`${digest} ${url}`) ?? found));
  }

  /** Returns the latest non-empty capture of the URL that precedes a revisit with the profile server-not-modified. */
  findLatest(revisit: UploadedRevisit): CachedCapture | undefined {
    const beforeMs = findOriginalUpperBoundMs(revisit);
    if (beforeMs === undefined) return undefined;
    this.#byKey ??= this.#buildIndex();
    return this.#markUsed(this.#byTime.findLast(revisit, beforeMs, toDeclaredDigestKey(revisit.refersTo)));
  }

  #add(record: CachedCapture, staysAsItCame: boolean): void {
    if (this.#byKey) {
      this.#cacheRecord(record);
      return;
    }
    if (!staysAsItCame) this.#countCharacters(record.url.length);
    this.#lastBatch.records.push(staysAsItCame ? record : copyCapture(record));
    this.#batchRecords += 1;
    this.#evictBatches();
  }

  #find(key: string): CachedCapture | undefined {
    this.#byKey ??= this.#buildIndex();
    return this.#byKey.get(key);
  }

  #findWithDigest(key: string, digest: string | undefined): CachedCapture | undefined {
    const last = this.#find(key);
    if (!last || digest === undefined || listDigestKeys(last).includes(digest)) return last;
    return this.#find(`${key} ${digest}`);
  }

  /** Marks the record as recently used, so that the original of many revisits stays in the cache. */
  #markUsed(found: CachedCapture | undefined): CachedCapture | undefined {
    if (found && this.#records.delete(found)) this.#records.add(found);
    return found;
  }

  #cacheRecord(record: CachedCapture): void {
    const kept = copyCapture(record);
    this.#records.add(kept);
    this.#urlCharacters += kept.url.length;
    if (this.#byKey) this.#index(kept, this.#byKey);
    while (this.#records.size > MAX_RECORDS || this.#urlCharacters > MAX_URL_CHARACTERS) {
      this.#evictOldest();
    }
  }

  #index(record: CachedCapture, byKey: Map<string, CachedCapture>): void {
    const { recordId } = record;
    if (recordId !== undefined) byKey.set(makeIdKey(recordId), record);
    for (const [key, details] of listSharedKeys(record)) {
      const before = byKey.get(key);
      byKey.set(key, record);
      if (before === undefined || before === record) continue;
      // Index the record by its key. If several records have the same key, also index each of them by a longer, unique
      // key.
      for (const one of [before, record])
        for (const detail of details(one)) byKey.set(`${key} ${detail}`, one);
    }
    this.#byTime.add(record);
  }

  get #lastBatch(): RecordBatch {
    return this.#batches.at(-1)!;
  }

  #countCharacters(characters: number): void {
    this.#lastBatch.characters += characters;
    this.#batchCharacters += characters;
  }

  #evictBatches(): void {
    for (let [first] = this.#batches; this.#canEvict(first!); [first] = this.#batches) {
      this.#batches.shift();
      this.#batchRecords -= first!.records.length;
      this.#batchCharacters -= first!.characters;
    }
  }

  #canEvict({ records, characters }: RecordBatch): boolean {
    if (this.#batches.length === 1) return false;
    return (
      this.#batchRecords - records.length >= MAX_RECORDS ||
      this.#batchCharacters - characters >= MAX_CHARACTERS
    );
  }

  #buildIndex(): Map<string, CachedCapture> {
    for (const { records } of this.#batches) for (const record of records) this.#cacheRecord(record);
    this.#batches = [];
    const byKey = new Map<string, CachedCapture>();
    for (const record of this.#records) this.#index(record, byKey);
    return byKey;
  }

  #evictOldest(): void {
    const record = this.#records.values().next().value!;
    this.#records.delete(record);
    this.#urlCharacters -= record.url.length;
    if (!this.#byKey) return;
    for (const key of listAllKeys(record)) if (this.#byKey.get(key) === record) this.#byKey.delete(key);
    this.#byTime.remove(record);
  }
}

/** Returns whether the record to which the revisit refers can be its original. */
function canBeOriginal(
  found: CachedCapture,
  { url, refersTo }: UploadedRevisit,
  mayBeEmpty: boolean,
): boolean {
  const digest = toDeclaredDigestKey(refersTo);
  if (digest !== undefined && !listDigestKeys(found).includes(digest)) return false;
  return !refersTo?.isUnmodified || (found.url === url && (mayBeEmpty || found.sha256 !== EMPTY_SHA256));
}

/**
 * Copies the texts of the record. Without a copy, they would be slices of a batch's text and keep all of that text in
 * memory.
 */
function copyCapture(record: CachedCapture): CachedCapture {
  const { recordId, url, urlkey, method, collectionMs, declaredDigest } = record;
  const isId = recordId !== undefined && recordId.length <= MAX_ID_CHARACTERS;
  return {
    recordId: isId ? flattenText(recordId) : undefined,
    url: flattenText(url),
    // The urlkey is needed only if it contains the request.
    urlkey: method === undefined ? undefined : urlkey && flattenText(urlkey),
    method,
    collectionMs,
    sha256: flattenText(record.sha256),
    storedSha1: record.storedSha1 && flattenText(record.storedSha1),
    payloadSha1: record.payloadSha1 && flattenText(record.payloadSha1),
    declaredDigest,
  };
}

/** Returns a flat copy of the text. Concatenating and slicing makes V8 copy it. */
function flattenText(text: string): string {
  return ` ${text}`.slice(1);
}

type SharedKey = [key: string, details: (record: CachedCapture) => readonly string[]];

/**
 * Returns the keys that the record may share with other records. Each key comes with a function that returns details to
 * distinguish these records.
 */
function listSharedKeys(record: CachedCapture): SharedKey[] {
  const byDigest = listDigestKeys(record).map((key): SharedKey => [key, ({ url }) => [url]]);
  return [[makeReferenceKey(record.url, record.collectionMs), listDigestKeys], ...byDigest];
}

function listAllKeys(record: CachedCapture): string[] {
  const shared = listSharedKeys(record).flatMap(([key, details]) => [
    key,
    ...details(record).map((detail) => `${key} ${detail}`),
  ]);
  return record.recordId === undefined ? shared : [makeIdKey(record.recordId), ...shared];
}

function makeIdKey(recordId: string): string {
  return `id ${recordId}`;
}
