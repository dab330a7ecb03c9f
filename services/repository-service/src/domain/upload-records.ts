// The records that one upload has brought so far, as its revisits may name them. Only the last ones are remembered: what
// is forgotten here is found in the index, but for record ids, which that does not know.
import type { NamedOriginal } from './entry.ts';
import type { CapturedRecord, RecordRef, RefersTo } from './read-record.ts';
import { digestKey, digestOf, referenceKey, referenceOf } from './revisit.ts';

const MOST_RECORDS = 20_000;
const MOST_URL_CHARACTERS = 4_000_000;
/** No id is that long. */
const MOST_ID_CHARACTERS = 1_000;

export type UploadedRecord = Pick<CapturedRecord, 'url' | 'collectionMs' | 'storedSha1'> &
  Pick<RecordRef, 'recordId'>;

interface Remembered extends NamedOriginal {
  readonly recordId: string | undefined;
  readonly collectionMs: number;
  /** Undefined for a revisit. */
  readonly storedSha1: string | undefined;
}

export class UploadRecords {
  /** In the order of their use. */
  readonly #records = new Set<Remembered>();
  #urlCharacters = 0;
  /** Made when the first revisit comes: most uploads have none. */
  #byKey: Map<string, Remembered> | undefined;

  /** `sha256`: digest of its payload; a revisit has its original's. */
  add(
    { recordId: id, url, collectionMs, storedSha1 }: UploadedRecord,
    sha256: string,
    isRevisit: boolean,
  ): void {
    const recordId = id !== undefined && id.length <= MOST_ID_CHARACTERS ? id : undefined;
    const record = { recordId, url, collectionMs, sha256, storedSha1: isRevisit ? undefined : storedSha1 };
    this.#records.add(record);
    this.#urlCharacters += url.length;
    if (this.#byKey) for (const key of keysOf(record)) this.#byKey.set(key, record);
    while (this.#records.size > MOST_RECORDS || this.#urlCharacters > MOST_URL_CHARACTERS) {
      this.#forgetFirst();
    }
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
    if (!this.#byKey) {
      this.#byKey = new Map();
      for (const record of this.#records) for (const one of keysOf(record)) this.#byKey.set(one, record);
    }
    const found = this.#byKey.get(key);
    // What many revisits refer to is not forgotten for them.
    if (found && this.#records.delete(found)) this.#records.add(found);
    return found;
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
