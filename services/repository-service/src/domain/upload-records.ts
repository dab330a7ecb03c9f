// The records that one upload has brought so far, as its revisits may name them. Only the last ones are remembered: what
// is forgotten here is found in the index, but for record ids, which that does not know.
import { CapturesByTime } from './original-finder.ts';
import type { NamedOriginal } from './record/entry.ts';
import { type CapturedRecord, isPacked, type RecordRef } from './record/read-record.ts';
import {
  digestOf,
  EMPTY_SHA256,
  listDigestKeys,
  originalCapturedBeforeMs,
  referenceKey,
  referenceOf,
} from './record/refers-to.ts';

/** By default no more are on their way into the index, which does not know them yet. */
const MOST_RECORDS = 16_000;
/** The first bounds URLs that were copied, the second texts that stay with records as they came. */
const MOST_URL_CHARACTERS = 4_000_000;
const MOST_CHARACTERS = 16_000_000;
/** No id is that long. */
const MOST_ID_CHARACTERS = 1_000;

type DescribedCapture = Pick<CapturedRecord, 'url' | 'collectionMs' | 'method'> &
  Pick<RecordRef, 'recordId'> & { readonly urlkey?: string | undefined };
type UploadedRecord = DescribedCapture &
  Pick<CapturedRecord, 'sha256' | 'storedSha1' | 'payloadSha1' | 'declaredDigest'>;
type UploadedRevisit = DescribedCapture & Pick<CapturedRecord, 'refersTo'>;

/** Its digests are those of its payload; a revisit has its original's. */
interface RememberedCapture extends NamedOriginal, DescribedCapture {
  readonly declaredDigest?: CapturedRecord['declaredDigest'];
}

/** Records that came together. */
interface Portion {
  readonly records: RememberedCapture[];
  /** Counts the texts that stay as long as any of these records does. */
  characters: number;
}

export class UploadRecords {
  /** In the order of their use. Those before the first question are in portions until it is asked. */
  readonly #records = new Set<RememberedCapture>();
  #urlCharacters = 0;
  /** Made when the first revisit comes: nearly all uploads are never asked for any. */
  #byKey: Map<string, RememberedCapture> | undefined;
  readonly #byTime = new CapturesByTime<RememberedCapture>();
  #portions: Portion[] = [{ records: [], characters: 0 }];
  #portionRecords = 0;
  #portionCharacters = 0;

  /** What comes next came together, with texts of so many characters, which stay as long as a record that is packed. */
  tookTexts(characters: number): void {
    if (this.#byKey) return;
    if (this.#last.records.length > 0) this.#portions.push({ records: [], characters: 0 });
    this.#count(characters - this.#last.characters);
  }

  add(record: UploadedRecord): void {
    this.#add(record, !this.#byKey && isPacked(record));
  }

  /** `original`: what the revisit was found to refer to. */
  addRevisit(revisit: UploadedRevisit, { sha256, storedSha1, payloadSha1 }: NamedOriginal): void {
    const { recordId, url, urlkey, method, collectionMs, refersTo } = revisit;
    const declaredDigest = refersTo?.digest;
    const own = { recordId, url, urlkey, method, collectionMs };
    this.#add({ ...own, sha256, storedSha1, payloadSha1, declaredDigest }, false);
  }

  /**
   * The record that a revisit names by record id, else by URL and date, if it has the payload that the revisit declares.
   * `mayBeEmpty`: also one without content for an unmodified revisit.
   */
  findNamed(revisit: UploadedRevisit, mayBeEmpty = false): RememberedCapture | undefined {
    const { refersTo } = revisit;
    const { recordId } = refersTo ?? {};
    const byId = recordId === undefined ? undefined : this.#find(idKey(recordId));
    if (byId && isAccepted(byId, revisit, mayBeEmpty)) return this.#use(byId);
    const reference = referenceOf(refersTo);
    const found = reference === undefined ? undefined : this.#findWithDigest(reference, digestOf(refersTo));
    return found && isAccepted(found, revisit, mayBeEmpty) ? this.#use(found) : undefined;
  }

  /** A record with the payload that the revisit declares: of the revisit's URL, if there is one. */
  findByDigest({ url, refersTo }: UploadedRevisit): RememberedCapture | undefined {
    const digest = digestOf(refersTo);
    if (digest === undefined) return undefined;
    const found = this.#find(digest);
    return this.#use(found?.url === url ? found : (this.#find(`${digest} ${url}`) ?? found));
  }

  /** The last earlier capture of the URL of an unmodified revisit that has content. */
  findLatest(revisit: UploadedRevisit): RememberedCapture | undefined {
    const beforeMs = originalCapturedBeforeMs(revisit);
    if (beforeMs === undefined) return undefined;
    this.#byKey ??= this.#taken();
    return this.#use(this.#byTime.findLast(revisit, beforeMs, digestOf(revisit.refersTo)));
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

  /** What many revisits refer to is not forgotten for them. */
  #use(found: RememberedCapture | undefined): RememberedCapture | undefined {
    if (found && this.#records.delete(found)) this.#records.add(found);
    return found;
  }

  #remember(record: RememberedCapture): void {
    const kept = copyOf(record);
    this.#records.add(kept);
    this.#urlCharacters += kept.url.length;
    if (this.#byKey) this.#index(kept, this.#byKey);
    while (this.#records.size > MOST_RECORDS || this.#urlCharacters > MOST_URL_CHARACTERS) {
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
      // The last one has the key alone. Several that share it have another one each, with what tells them apart.
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
      this.#portionRecords - records.length >= MOST_RECORDS ||
      this.#portionCharacters - characters >= MOST_CHARACTERS
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

/** Whether a record that a revisit names may be its original. */
function isAccepted(
  found: RememberedCapture,
  { url, refersTo }: UploadedRevisit,
  mayBeEmpty: boolean,
): boolean {
  const digest = digestOf(refersTo);
  if (digest !== undefined && !listDigestKeys(found).includes(digest)) return false;
  return !refersTo?.isUnmodified || (found.url === url && (mayBeEmpty || found.sha256 !== EMPTY_SHA256));
}

/** With texts of its own: those of what came packed are parts of all that came with it, which would stay with them. */
function copyOf(record: RememberedCapture): RememberedCapture {
  const { recordId, url, urlkey, method, collectionMs, declaredDigest } = record;
  const isId = recordId !== undefined && recordId.length <= MOST_ID_CHARACTERS;
  return {
    recordId: isId ? ownText(recordId) : undefined,
    url: ownText(url),
    // Needed where it tells requests apart.
    urlkey: method === undefined ? undefined : urlkey && ownText(urlkey),
    method,
    collectionMs,
    sha256: ownText(record.sha256),
    storedSha1: record.storedSha1 && ownText(record.storedSha1),
    payloadSha1: record.payloadSha1 && ownText(record.payloadSha1),
    declaredDigest,
  };
}

/** What two texts are put together to is written anew before it is cut. */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

type SharedKey = [key: string, details: (record: RememberedCapture) => readonly string[]];

/** Keys that several records may have, with what tells those apart. */
function sharedKeys(record: RememberedCapture): SharedKey[] {
  const byDigest = listDigestKeys(record).map((key): SharedKey => [key, ({ url }) => [url]]);
  return [[referenceKey(record.url, record.collectionMs), listDigestKeys], ...byDigest];
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
