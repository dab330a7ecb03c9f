// The records that one upload has brought so far, as its revisits may name them. Only the last ones are remembered: what
// is forgotten here is found in the index, but for record ids, which that does not know.
import type { NamedOriginal } from './entry.ts';
import type { CapturedRecord, RecordRef, RefersTo } from './read-record.ts';
import { digestKey, digestOf, referenceKey, referenceOf } from './revisit.ts';

const MOST_RECORDS = 20_000;
const MOST_URL_CHARACTERS = 4_000_000;
/** No id is that long. */
const MOST_ID_CHARACTERS = 1_000;
/** So many records are packed together, or fewer that have URLs of so many characters. */
const PACKED_RECORDS = 256;
const PACKED_URL_CHARACTERS = 64_000;

export type UploadedRecord = Pick<CapturedRecord, 'url' | 'collectionMs' | 'storedSha1'> &
  Pick<RecordRef, 'recordId'>;

interface Remembered extends NamedOriginal {
  readonly recordId: string | undefined;
  readonly collectionMs: number;
  /** Undefined for a revisit. */
  readonly storedSha1: string | undefined;
}

/** Records as bytes, which the collector need not look at: nearly all uploads are never asked for any. */
interface Pack {
  /** JSON: the fields of all of them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly records: number;
  readonly urlCharacters: number;
}

type Fields = [Remembered['recordId'] | null, string, number, string, Remembered['storedSha1'] | null];

export class UploadRecords {
  /** In the order of their use. Those before the first question are in packs until it is asked. */
  readonly #records = new Set<Remembered>();
  #urlCharacters = 0;
  /** Made when the first revisit comes. */
  #byKey: Map<string, Remembered> | undefined;
  #packs: Pack[] = [];
  #packedRecords = 0;
  #packedUrlCharacters = 0;
  #unpacked: Fields[] = [];
  #unpackedUrlCharacters = 0;

  /** `sha256`: digest of its payload; a revisit has its original's. */
  add(
    { recordId: id, url, collectionMs, storedSha1 }: UploadedRecord,
    sha256: string,
    isRevisit: boolean,
  ): void {
    const recordId = id !== undefined && id.length <= MOST_ID_CHARACTERS ? id : undefined;
    const sha1 = isRevisit ? undefined : storedSha1;
    if (this.#byKey) {
      this.#remember({ recordId, url, collectionMs, sha256, storedSha1: sha1 });
      return;
    }
    this.#unpacked.push([recordId ?? null, url, collectionMs, sha256, sha1 ?? null]);
    this.#unpackedUrlCharacters += url.length;
    const isFull = this.#unpackedUrlCharacters >= PACKED_URL_CHARACTERS;
    if (isFull || this.#unpacked.length >= PACKED_RECORDS) this.#pack();
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
    this.#byKey ??= this.#unpack();
    const found = this.#byKey.get(key);
    // What many revisits refer to is not forgotten for them.
    if (found && this.#records.delete(found)) this.#records.add(found);
    return found;
  }

  #remember(record: Remembered): void {
    this.#records.add(record);
    this.#urlCharacters += record.url.length;
    if (this.#byKey) for (const key of keysOf(record)) this.#byKey.set(key, record);
    while (this.#records.size > MOST_RECORDS || this.#urlCharacters > MOST_URL_CHARACTERS) {
      this.#forgetFirst();
    }
  }

  #pack(): void {
    const records = this.#unpacked.length;
    const urlCharacters = this.#unpackedUrlCharacters;
    const bytes = new TextEncoder().encode(JSON.stringify(this.#unpacked));
    this.#packs.push({ bytes, records, urlCharacters });
    this.#packedRecords += records;
    this.#packedUrlCharacters += urlCharacters;
    this.#unpacked = [];
    this.#unpackedUrlCharacters = 0;
    while (this.#isEnoughWithoutFirst()) {
      const first = this.#packs.shift()!;
      // Left to the collector, an upload's worth of them would wait for it.
      first.bytes.buffer.transfer(0);
      this.#packedRecords -= first.records;
      this.#packedUrlCharacters -= first.urlCharacters;
    }
  }

  #isEnoughWithoutFirst(): boolean {
    const [first] = this.#packs;
    if (!first) return false;
    const { records, urlCharacters } = first;
    return (
      this.#packedRecords - records >= MOST_RECORDS ||
      this.#packedUrlCharacters - urlCharacters >= MOST_URL_CHARACTERS
    );
  }

  #unpack(): Map<string, Remembered> {
    this.#pack();
    for (const { bytes } of this.#packs) {
      for (const [recordId, url, collectionMs, sha256, storedSha1] of JSON.parse(
        new TextDecoder().decode(bytes),
      ) as Fields[]) {
        const ids = { recordId: recordId ?? undefined, storedSha1: storedSha1 ?? undefined };
        this.#remember({ ...ids, url, collectionMs, sha256 });
      }
    }
    this.#packs = [];
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
