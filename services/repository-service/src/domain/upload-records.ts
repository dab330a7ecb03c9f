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
interface RememberedCapture extends NamedOriginal, DescribedCapture {
  readonly declaredDigest?: CapturedRecord['declaredDigest'];
}

/** Batch of records that arrived together. */
interface Portion {
  readonly records: RememberedCapture[];
  /** Length of the text that stays in memory until no record of the batch is cached any longer. */
  characters: number;
}

export class UploadRecords {
  /** Records, least recently used first. Empty until the first look-up; `#portions` has the records until then. */
  readonly #records = new Set<RememberedCapture>();
  #urlCharacters = 0;
  /** Created at the first revisit, because most uploads contain none. */
  #byKey: Map<string, RememberedCapture> | undefined;
  readonly #byTime = new CapturesByTime<RememberedCapture>();
  #portions: Portion[] = [{ records: [], characters: 0 }];
  #portionRecords = 0;
  #portionCharacters = 0;

  /**
   * Adds the length of the text that the next batch of packed records shares. The text stays in memory until no record
   * of the batch is cached any longer.
   */
  tookTexts(characters: number): void {
    if (this.#byKey) return;
    if (this.#last.records.length > 0) this.#portions.push({ records: [], characters: 0 });
    this.#count(characters - this.#last.characters);
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
  findNamed(revisit: UploadedRevisit, mayBeEmpty = false): RememberedCapture | undefined {
    const { refersTo } = revisit;
    const { recordId } = refersTo ?? {};
    const byId = recordId === undefined ? undefined : this.#find(idKey(recordId));
    if (byId && isAccepted(byId, revisit, mayBeEmpty)) return this.#use(byId);
    const reference = toReferenceKey(refersTo);
    const found =
      reference === undefined ? undefined : this.#findWithDigest(reference, toDeclaredDigestKey(refersTo));
    return found && isAccepted(found, revisit, mayBeEmpty) ? this.#use(found) : undefined;
  }

  /** Returns a record with the declared payload digest. Prefers a record with the revisit's URL. */
  findByDigest({ url, refersTo }: UploadedRevisit): RememberedCapture | undefined {
    const digest = toDeclaredDigestKey(refersTo);
    if (digest === undefined) return undefined;
    const found = this.#find(digest);
    return this.#use(found?.url === url ? found : (this.#find(`${digest} ${url}`) ?? found));
  }

  /** Returns the latest non-empty capture of the URL that precedes a revisit with the profile server-not-modified. */
  findLatest(revisit: UploadedRevisit): RememberedCapture | undefined {
    const beforeMs = findOriginalUpperBoundMs(revisit);
    if (beforeMs === undefined) return undefined;
    this.#byKey ??= this.#taken();
    return this.#use(this.#byTime.findLast(revisit, beforeMs, toDeclaredDigestKey(revisit.refersTo)));
  }

  #add(record: RememberedCapture, staysAsItCame: boolean): void {
    if (this.#byKey) {
      this.#remember(record);
      return;
    }
    if (!staysAsItCame) this.#count(record.url.length);
    this.#last.records.push(staysAsItCame ? record : copyOf(record));
    this.#portionRecords += 1;
    this.#forgetPortions();
  }

  #find(key: string): RememberedCapture | undefined {
    this.#byKey ??= this.#taken();
    return this.#byKey.get(key);
  }

  #findWithDigest(key: string, digest: string | undefined): RememberedCapture | undefined {
    const last = this.#find(key);
    if (!last || digest === undefined || listDigestKeys(last).includes(digest)) return last;
    return this.#find(`${key} ${digest}`);
  }

  /** Marks the record as recently used, so that the original of many revisits stays in the cache. */
  #use(found: RememberedCapture | undefined): RememberedCapture | undefined {
    if (found && this.#records.delete(found)) this.#records.add(found);
    return found;
  }

  #remember(record: RememberedCapture): void {
    const kept = copyOf(record);
    this.#records.add(kept);
    this.#urlCharacters += kept.url.length;
    if (this.#byKey) this.#index(kept, this.#byKey);
    while (this.#records.size > MAX_RECORDS || this.#urlCharacters > MAX_URL_CHARACTERS) {
      this.#forgetFirst();
    }
  }

  #index(record: RememberedCapture, byKey: Map<string, RememberedCapture>): void {
    const { recordId } = record;
    if (recordId !== undefined) byKey.set(idKey(recordId), record);
    for (const [key, details] of sharedKeys(record)) {
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

  get #last(): Portion {
    return this.#portions.at(-1)!;
  }

  #count(characters: number): void {
    this.#last.characters += characters;
    this.#portionCharacters += characters;
  }

  #forgetPortions(): void {
    for (let [first] = this.#portions; this.#isEnoughWithout(first!); [first] = this.#portions) {
      this.#portions.shift();
      this.#portionRecords -= first!.records.length;
      this.#portionCharacters -= first!.characters;
    }
  }

  #isEnoughWithout({ records, characters }: Portion): boolean {
    if (this.#portions.length === 1) return false;
    return (
      this.#portionRecords - records.length >= MAX_RECORDS ||
      this.#portionCharacters - characters >= MAX_CHARACTERS
    );
  }

  #taken(): Map<string, RememberedCapture> {
    for (const { records } of this.#portions) for (const record of records) this.#remember(record);
    this.#portions = [];
    const byKey = new Map<string, RememberedCapture>();
    for (const record of this.#records) this.#index(record, byKey);
    return byKey;
  }

  #forgetFirst(): void {
    const record = this.#records.values().next().value!;
    this.#records.delete(record);
    this.#urlCharacters -= record.url.length;
    if (!this.#byKey) return;
    for (const key of allKeys(record)) if (this.#byKey.get(key) === record) this.#byKey.delete(key);
    this.#byTime.remove(record);
  }
}

/** Returns whether the record to which the revisit refers can be its original. */
function isAccepted(
  found: RememberedCapture,
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
function copyOf(record: RememberedCapture): RememberedCapture {
  const { recordId, url, urlkey, method, collectionMs, declaredDigest } = record;
  const isId = recordId !== undefined && recordId.length <= MAX_ID_CHARACTERS;
  return {
    recordId: isId ? ownText(recordId) : undefined,
    url: ownText(url),
    // The urlkey is needed only if it contains the request.
    urlkey: method === undefined ? undefined : urlkey && ownText(urlkey),
    method,
    collectionMs,
    sha256: ownText(record.sha256),
    storedSha1: record.storedSha1 && ownText(record.storedSha1),
    payloadSha1: record.payloadSha1 && ownText(record.payloadSha1),
    declaredDigest,
  };
}

/** Returns a flat copy of the text. Concatenating and slicing makes V8 copy it. */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

type SharedKey = [key: string, details: (record: RememberedCapture) => readonly string[]];

/**
 * Returns the lookup keys of the record that are not unique. Each key comes with a function whose result tells records
 * with the same key apart.
 */
function sharedKeys(record: RememberedCapture): SharedKey[] {
  const byDigest = listDigestKeys(record).map((key): SharedKey => [key, ({ url }) => [url]]);
  return [[makeReferenceKey(record.url, record.collectionMs), listDigestKeys], ...byDigest];
}

function allKeys(record: RememberedCapture): string[] {
  const shared = sharedKeys(record).flatMap(([key, details]) => [
    key,
    ...details(record).map((detail) => `${key} ${detail}`),
  ]);
  return record.recordId === undefined ? shared : [idKey(record.recordId), ...shared];
}

function idKey(recordId: string): string {
  return `id ${recordId}`;
}
