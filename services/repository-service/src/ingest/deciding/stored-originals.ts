// Finds originals of revisits by reading the headers and payloads of stored captures of the revisit's URL.
import { createHash, hash } from 'node:crypto';
import { type DeclaredDigest, openStoredRecord, summarizeRecordHeader } from '@holdfast/warc';
import { LRUCache } from 'lru-cache';
import { toDamageReason } from '../../content/damage-reason.ts';
import type { NamedOriginal } from '../../domain/record/entry.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import { makeDigestKey, toDeclaredDigestKey, toReferenceKey } from '../../domain/record/refers-to.ts';
import {
  type CaptureToCompare,
  findCapturesAtSecond,
  type RecordPosition,
} from '../../index/known/captures-at-second.db.ts';
import { findUrlVersions } from '../../index/known/versions-of-url.db.ts';
import type { ImportTarget } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';

/** Maximum number of stored captures that are compared with a revisit. */
const CAPTURES_OF_REVISIT = 16;
/** Number of records whose digests are cached, because many revisits have the same original. */
const MAX_CACHED = 1_000;
/** Limits per upload. */
const MAX_FAILURES = 1_000;
const MAX_DIGESTED_BYTES = 16 * 1024 ** 3;
const MAX_HEADERS = 1_000;

/** Finds originals of the revisits of one upload. The number of reads is limited, per revisit and per upload. */
export class StoredOriginals {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** Payload digests of each record, keyed by the record's location. */
  readonly #digests = new LRUCache<string, string[]>({ max: MAX_CACHED });
  #reads = 0;
  #failuresLeft = MAX_FAILURES;
  #bytesLeft = MAX_DIGESTED_BYTES;
  /** References by record ID to originals that were not found. */
  readonly #missing = new Set<string>();
  #headersLeft = MAX_HEADERS;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /**
   * Finds an original whose declared digest is not in the index. The digest may use another algorithm, or cover the
   * payload without chunked framing. The revisit must declare the URL, date and digest of its original.
   */
  async findByDigest({ refersTo }: DigestedRecord, target: ImportTarget): Promise<NamedOriginal | undefined> {
    const { url, dateMs, digest, isUnmodified } = refersTo ?? {};
    if (!digest || url === undefined || dateMs === undefined || this.#failuresLeft <= 0) return undefined;
    const asked = { url, second: Math.floor(dateMs / 1000), limit: CAPTURES_OF_REVISIT };
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

  /** Returns whether the capture has the declared digest. Returns false if its record is unreadable or was moved. */
  async #hasDigest(capture: CaptureToCompare, digest: DeclaredDigest): Promise<boolean> {
    try {
      const declared = await this.#cached(capture.own, 'declared', () =>
        this.#readDeclaredDigest(capture.own),
      );
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
  async #readDeclaredDigest(position: RecordPosition): Promise<string[]> {
    const { payloadDigest } = await this.#readHeader(position, 16 * 1024);
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

  /**
   * Finds the original of a revisit that declares only the original's record ID. Ignores revisits that declare a URL
   * and date, or a digest. The index does not store record IDs, so the headers of the URL's captures are read.
   */
  async findByRecordId(
    { url, refersTo }: DigestedRecord,
    target: ImportTarget,
  ): Promise<NamedOriginal | undefined> {
    const recordId = refersTo?.recordId;
    if (
      recordId === undefined ||
      toReferenceKey(refersTo) !== undefined ||
      toDeclaredDigestKey(refersTo) !== undefined
    ) {
      return undefined;
    }
    const asked = hash('sha256', `${recordId} ${url}`);
    if (this.#headersLeft <= 0 || this.#missing.has(asked)) return undefined;
    const limit = Math.min(CAPTURES_OF_REVISIT, this.#headersLeft);
    this.#headersLeft -= 1;
    for (const version of await findUrlVersions(this.#deps.db, target, url, limit)) {
      this.#headersLeft -= 1;
      if ((await this.#readRecordId(version)) === recordId) {
        return { url, sha256: version.sha256.toString('hex') };
      }
    }
    this.#missing.add(asked);
    return undefined;
  }

  /**
   * Reads the record ID of a capture from its header. Returns undefined if the header is unreadable or contains no
   * record ID, or if compaction has moved the record.
   */
  async #readRecordId(position: RecordPosition): Promise<string | undefined> {
    try {
      return (await this.#readHeader(position, 64 * 1024)).recordId;
    } catch {
      return undefined;
    }
  }

  /** Reads the header of a record. Almost all headers are shorter than `maxBytes`. Throws if it is unreadable. */
  async #readHeader({ key, offset, length }: RecordPosition, maxBytes: number) {
    const range = { offset, length: Math.min(length, maxBytes) };
    const record = await openStoredRecord(await this.#deps.store.read(key, range));
    record.destroy();
    return summarizeRecordHeader(record.header);
  }
}

/**
 * Returns whether the payload must be read to compute its digest. The index has the SHA-1 and SHA-256 of payloads that
 * are not de-chunked.
 */
function isToBeComputed({ dechunked }: CaptureToCompare, { algorithm }: DeclaredDigest): boolean {
  return dechunked || (algorithm !== 'sha1' && algorithm !== 'sha256');
}
