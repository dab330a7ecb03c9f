// The records that one upload has brought so far, as its revisits may name them. Only the last ones are remembered: what
// is forgotten here is found in the index, but for record ids, which that does not know.
import type { NamedOriginal } from './entry.ts';
import { type CapturedRecord, isPacked, type RecordRef, type RefersTo } from './read-record.ts';
import { digestKey, digestOf, referenceKey, referenceOf } from './revisit.ts';

/** By default no more are on their way into the index, which does not know them yet. */
const MOST_RECORDS = 16_000;
/** The first bounds URLs that were copied, the second texts that stay with records as they came. */
const MOST_URL_CHARACTERS = 4_000_000;
const MOST_CHARACTERS = 16_000_000;
/** No id is that long. */
const MOST_ID_CHARACTERS = 1_000;

export type UploadedRecord = Pick<CapturedRecord, 'url' | 'collectionMs' | 'sha256' | 'storedSha1'> &
  Pick<RecordRef, 'recordId'>;

interface Remembered extends NamedOriginal {
  readonly recordId: string | undefined;
  readonly collectionMs: number;
  /** Undefined for a revisit. */
  readonly storedSha1: string | undefined;
}

/** Records that came together. */
interface Portion {
  readonly records: Remembered[];
  /** Counts the texts that stay as long as any of these records does. */
  characters: number;
}

export class UploadRecords {
  /** In the order of their use. Those before the first question are in portions until it is asked. */
  readonly #records = new Set<Remembered>();
  #urlCharacters = 0;
  /** Made when the first revisit comes: nearly all uploads are never asked for any. */
  #byKey: Map<string, Remembered> | undefined;
  #portions: Portion[] = [{ records: [], characters: 0 }];
  #portionRecords = 0;
  #portionCharacters = 0;

  /** What comes next came together, with texts of so many characters, which stay as long as a record that is packed. */
  tookTexts(characters: number): void {
    if (this.#byKey) return;
    if (this.#last.records.length > 0) this.#portions.push({ records: [], characters: 0 });
    this.#count(characters - this.#last.characters);
  }

  /** `sha256`: digest of its payload; a revisit has its original's. */
  add(record: UploadedRecord, sha256: string, isRevisit: boolean): void {
    const staysAsItCame = !this.#byKey && !isRevisit && isPacked(record);
    const remembered = staysAsItCame ? record : rememberedOf(record, sha256, isRevisit);
    if (this.#byKey) {
      this.#remember(remembered);
      return;
    }
    if (!staysAsItCame) this.#count(remembered.url.length);
    this.#last.records.push(remembered);
    this.#portionRecords += 1;
    this.#forgetPortions();
  }

  /** What it names by record id, else by URL and date. */
  named(refersTo: RefersTo | undefined): NamedOriginal | undefined {
    const { recordId } = refersTo ?? {};
    return (
      (recordId === undefined ? undefined : this.#find(idKey(recordId))) ?? this.#find(referenceOf(refersTo))
    );
  }

  /** What has the payload that it names. */
  withDigest(refersTo: RefersTo | undefined): NamedOriginal | undefined {
    return this.#find(digestOf(refersTo));
  }

  #find(key: string | undefined): NamedOriginal | undefined {
    if (key === undefined) return undefined;
    this.#byKey ??= this.#taken();
    const found = this.#byKey.get(key);
    // What many revisits refer to is not forgotten for them.
    if (found && this.#records.delete(found)) this.#records.add(found);
    return found;
  }

  #remember(record: Remembered): void {
    const kept = copyOf(record);
    this.#records.add(kept);
    this.#urlCharacters += kept.url.length;
    if (this.#byKey) for (const key of keysOf(kept)) this.#byKey.set(key, kept);
    while (this.#records.size > MOST_RECORDS || this.#urlCharacters > MOST_URL_CHARACTERS) {
      this.#forgetFirst();
    }
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

  #taken(): Map<string, Remembered> {
    for (const { records } of this.#portions) for (const record of records) this.#remember(record);
    this.#portions = [];
    const byKey = new Map<string, Remembered>();
    for (const record of this.#records) for (const key of keysOf(record)) byKey.set(key, record);
    return byKey;
  }

  #forgetFirst(): void {
    const record = this.#records.values().next().value!;
    this.#records.delete(record);
    this.#urlCharacters -= record.url.length;
    if (!this.#byKey) return;
    for (const key of keysOf(record)) if (this.#byKey.get(key) === record) this.#byKey.delete(key);
  }
}

function rememberedOf(record: UploadedRecord, sha256: string, isRevisit: boolean): Remembered {
  const { recordId, url, collectionMs, storedSha1 } = record;
  return { recordId, url, collectionMs, sha256, storedSha1: isRevisit ? undefined : storedSha1 };
}

/** With texts of its own: those of what came packed are parts of all that came with it, which would stay with them. */
function copyOf({ recordId, url, collectionMs, sha256, storedSha1 }: Remembered): Remembered {
  const isId = recordId !== undefined && recordId.length <= MOST_ID_CHARACTERS;
  return {
    recordId: isId ? ownText(recordId) : undefined,
    url: ownText(url),
    collectionMs,
    sha256: ownText(sha256),
    storedSha1: storedSha1 === undefined ? undefined : ownText(storedSha1),
  };
}

/** What two texts are put together to is written anew before it is cut. */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

function keysOf({ recordId, url, collectionMs, sha256, storedSha1 }: Remembered): string[] {
  return [
    referenceKey(url, collectionMs),
    digestKey({ algorithm: 'sha256', hex: sha256 }),
    ...(recordId === undefined ? [] : [idKey(recordId)]),
    ...(storedSha1 === undefined ? [] : [digestKey({ algorithm: 'sha1', hex: storedSha1 })]),
  ];
}

function idKey(recordId: string): string {
  return `id ${recordId}`;
}
