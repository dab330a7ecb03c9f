// Finds the originals of an upload's revisits, among the upload's earlier records and in the index. Prefers the record
// that the revisit refers to. Otherwise, uses a record with the same payload.

import { createHash } from 'node:crypto';
import { type DeclaredDigest, openStoredRecord, summarizeRecordHeader } from '@holdfast/warc';
import { LRUCache } from 'lru-cache';
import { toDamageReason } from '../../content/damage-reason.ts';
import type { IndexedOriginal, NamedOriginal } from '../../domain/record/entry.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import { makeDigestKey } from '../../domain/record/refers-to.ts';
import {
  describeDamagedOriginal,
  describeUnresolvedRevisit,
  hasOwnHttpHeaders,
} from '../../domain/record/revisit.ts';
import { UploadRecords } from '../../domain/upload-records.ts';
import {
  type CaptureToCompare,
  findCapturesAtSecond,
  type RecordPosition,
} from '../../index/known/captures-at-second.db.ts';
import { findIndexedOriginals } from '../../index/known/known-originals.db.ts';
import type { ImportTarget } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';
import { OriginalsByRecordId } from './originals-by-record-id.ts';

export interface FoundOriginals {
  readonly originals: ReadonlyMap<DigestedRecord, NamedOriginal>;
  /** Reasons why originals were not found, by revisit. */
  readonly faults: ReadonlyMap<DigestedRecord, string>;
}

export class RevisitOriginals {
  readonly #db: CommitDeps['db'];
  readonly #records = new UploadRecords();
  readonly #byRecordId: OriginalsByRecordId;
  readonly #proven: ProvenOriginals;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#db = deps.db;
    this.#byRecordId = new OriginalsByRecordId(deps);
    this.#proven = new ProvenOriginals(deps);
  }

  /** Adds the length of the text that the next records share. Call before `take`. */
  tookTexts(characters: number): void {
    this.#records.tookTexts(characters);
  }

  /**
   * Finds the originals of the revisits among the next records. Remembers the other records as possible originals of
   * later revisits. `isLast`: no records follow.
   */
  async take(
    records: readonly DigestedRecord[],
    target: () => Promise<ImportTarget>,
    isLast: boolean,
  ): Promise<FoundOriginals> {
    const originals = new Map<DigestedRecord, NamedOriginal>();
    const faults = new Map<DigestedRecord, string>();
    const asked: AskedRevisit[] = [];
    for (const record of records) {
      if (record.kind !== 'revisit') {
        this.#records.add(record);
        continue;
      }
      const named = this.#records.findNamed(record);
      if (named) this.#keep(record, named, originals);
      else asked.push({ record, ...this.#findSimilar(record) });
    }
    if (asked.length === 0) return { originals, faults };
    const known = await findIndexedOriginals(this.#db, await target(), asked);
    for (const [i, one] of asked.entries()) {
      const { record } = one;
      const inIndex = known[i];
      const original = await this.#choose(one, inIndex, { target: await target(), isLast });
      if (original) this.#keep(record, original, originals);
      else
        faults.set(
          record,
          inIndex?.damaged ? describeDamagedOriginal(inIndex) : describeUnresolvedRevisit(record),
        );
    }
    return { originals, faults };
  }

  /** Finds records of the upload that may be the original although the revisit does not refer to them. */
  #findSimilar(record: DigestedRecord): Omit<AskedRevisit, 'record'> {
    return { latest: this.#records.findLatest(record), same: this.#records.findByDigest(record) };
  }

  async #choose(
    { record, latest, same }: AskedRevisit,
    inIndex: IndexedOriginal | undefined,
    { target, isLast }: { target: ImportTarget; isLast: boolean },
  ): Promise<NamedOriginal | undefined> {
    const known = inIndex?.damaged ? undefined : inIndex;
    if (known?.match === 'named') return known;
    const named = (await this.#proven.find(record, target)) ?? (await this.#byRecordId.find(record, target));
    if (named) return named;
    if (record.refersTo?.isUnmodified && !isLast) return undefined;
    const inTime = latest && known?.match === 'latest' ? laterOf(latest, known) : latest;
    const original = inTime ?? nearerOf(record, same, known);
    if (original && (isLast || original.url === record.url || hasOwnHttpHeaders(record))) return original;
    return isLast ? this.#records.findNamed(record, true) : undefined;
  }

  #keep(
    record: DigestedRecord,
    original: NamedOriginal,
    originals: Map<DigestedRecord, NamedOriginal>,
  ): void {
    const { url, sha256, storedSha1, payloadSha1 } = original;
    originals.set(record, { url, sha256, storedSha1, payloadSha1 });
    this.#records.addRevisit(record, original);
  }
}

/** Revisit whose original must be looked up in the index. `latest` and `same`: candidates from the upload. */
interface AskedRevisit {
  readonly record: DigestedRecord;
  readonly latest: (NamedOriginal & { readonly collectionMs: number }) | undefined;
  readonly same: NamedOriginal | undefined;
}

function laterOf<Capture extends { readonly collectionMs: number }>(a: Capture, b: Capture): Capture {
  return a.collectionMs >= b.collectionMs ? a : b;
}

/** Chooses between two candidates. Prefers a candidate with the revisit's URL, then the one from the upload. */
function nearerOf(
  { url }: DigestedRecord,
  inUpload: NamedOriginal | undefined,
  known: NamedOriginal | undefined,
): NamedOriginal | undefined {
  return inUpload?.url === url || known?.url !== url ? (inUpload ?? known) : known;
}

const MAX_OF_REVISIT = 16;
/** Number of records whose digests are cached, because many revisits have the same original. */
const MAX_CACHED = 1_000;
/** Limits per upload. */
const MAX_FAILURES = 1_000;
const MAX_DIGESTED_BYTES = 16 * 1024 ** 3;
/** Number of bytes to read for a WARC header. Almost all headers are shorter. */
const HEADER_BYTES = 16 * 1024;

/**
 * Finds originals by URL and date when the declared digest is not in the index. The digest may use another algorithm,
 * or cover the payload without chunked framing. Reads and compares the stored records, within limits.
 */
class ProvenOriginals {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** Payload digests of each record, keyed by the record's location. */
  readonly #digests = new LRUCache<string, string[]>({ max: MAX_CACHED });
  #reads = 0;
  #failuresLeft = MAX_FAILURES;
  #bytesLeft = MAX_DIGESTED_BYTES;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /** Returns the original, if it is found. The revisit must declare the URL, date and digest of its original. */
  async find({ refersTo }: DigestedRecord, target: ImportTarget): Promise<NamedOriginal | undefined> {
    const { url, dateMs, digest, isUnmodified } = refersTo ?? {};
    if (!digest || url === undefined || dateMs === undefined || this.#failuresLeft <= 0) return undefined;
    const asked = { url, second: Math.floor(dateMs / 1000), limit: MAX_OF_REVISIT };
    for (const capture of await findCapturesAtSecond(this.#deps.db, target, asked)) {
      if (isUnmodified && capture.contentLength === 0) continue;
      const readBefore = this.#reads;
      if (await this.#hasDigest(capture, digest)) {
        return { url, sha256: capture.sha256.toString('hex'), storedSha1: capture.sha1.toString('hex') };
      }
      if (this.#reads > readBefore) this.#failuresLeft -= 1;
    }
    return undefined;
  }

  /** Returns whether the capture has the declared digest, or false if its record is unreadable or was moved. */
  async #hasDigest(capture: CaptureToCompare, digest: DeclaredDigest): Promise<boolean> {
    try {
      const declared = await this.#cached(capture.own, 'declared', () => this.#declared(capture.own));
      if (declared.includes(makeDigestKey(digest))) return true;
      if (!isToBeComputed(capture, digest)) return false;
      const { algorithm } = digest;
      const computed = await this.#cached(capture.holder, algorithm, () =>
        this.#computed(capture, algorithm),
      );
      return computed.includes(makeDigestKey(digest));
    } catch (error) {
      if (toDamageReason(error) === undefined) throw error;
      return false;
    }
  }

  async #cached(
    { key, offset }: RecordPosition,
    which: string,
    read: () => Promise<string[]>,
  ): Promise<string[]> {
    const name = `${which} ${offset} ${key}`;
    const known = this.#digests.get(name);
    if (known) return known;
    this.#reads += 1;
    const digests = await read();
    this.#digests.set(name, digests);
    return digests;
  }

  /**
   * Returns the digest that the record itself declares. The software that wrote the revisit usually computed the
   * declared digest of the revisit in the same way.
   */
  async #declared({ key, offset, length }: RecordPosition): Promise<string[]> {
    const range = { offset, length: Math.min(length, HEADER_BYTES) };
    const record = await openStoredRecord(await this.#deps.store.read(key, range));
    record.destroy();
    const { payloadDigest } = summarizeRecordHeader(record.header);
    return payloadDigest ? [makeDigestKey(payloadDigest)] : [];
  }

  /** Returns the digests of the payload with and without chunked framing. */
  async #computed(
    { dechunked, contentLength, holder }: CaptureToCompare,
    algorithm: string,
  ): Promise<string[]> {
    const digests: string[] = [];
    for (const dechunk of dechunked ? [true, false] : [false]) {
      this.#bytesLeft -= contentLength;
      if (this.#bytesLeft < 0) break;
      const { key, offset, length } = holder;
      const member = await this.#deps.store.read(key, { offset, length });
      const record = await openStoredRecord(member, contentLength);
      const digest = createHash(algorithm);
      for await (const piece of record.body({ dechunk })) digest.update(piece as Buffer);
      digests.push(makeDigestKey({ algorithm, hex: digest.digest('hex') }));
    }
    return digests;
  }
}

/**
 * Returns whether the payload must be read to compute its digest. The index has the SHA-1 and SHA-256 of payloads that
 * are not de-chunked.
 */
function isToBeComputed({ dechunked }: CaptureToCompare, { algorithm }: DeclaredDigest): boolean {
  return dechunked || (algorithm !== 'sha1' && algorithm !== 'sha256');
}
