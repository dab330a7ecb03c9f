// Originals that a revisit names by URL and date, and whose declared payload digest is none that the index has: one of
// another algorithm, or of the payload without its chunk framing. The stored records are read and compared, within bounds.
import { createHash } from 'node:crypto';
import { type DeclaredDigest, describeHeader, openStoredRecord } from '@holdfast/warc';
import { LRUCache } from 'lru-cache';
import { damageReason } from '../../content/damage-reason.ts';
import type { NamedOriginal } from '../../domain/record/entry.ts';
import type { ReadRecord } from '../../domain/record/read-record.ts';
import { digestKey } from '../../domain/record/refers-to.ts';
import {
  type CaptureToCompare,
  capturesAtSecond,
  type RecordPlace,
} from '../../index/known/captures-at-second.db.ts';
import type { Target } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';

const MOST_OF_REVISIT = 16;
/** Records whose digests are remembered: many revisits have the same original. */
const MOST_REMEMBERED = 1_000;
/** Limits for one upload. */
const MOST_FAILURES = 1_000;
const MOST_DIGESTED_BYTES = 16 * 1024 ** 3;
/** More than the headers of most records take. */
const HEADER_BYTES = 16 * 1024;

export class ProvenOriginals {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** Keys of the payload digests of a record, by its place. */
  readonly #digests = new LRUCache<string, string[]>({ max: MOST_REMEMBERED });
  #reads = 0;
  #failuresLeft = MOST_FAILURES;
  #bytesLeft = MOST_DIGESTED_BYTES;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /** Undefined also when the revisit names no URL and date, or declares no digest: there is nothing to compare. */
  async find({ refersTo }: ReadRecord, target: Target): Promise<NamedOriginal | undefined> {
    const { url, dateMs, digest, isUnmodified } = refersTo ?? {};
    if (!digest || url === undefined || dateMs === undefined || this.#failuresLeft <= 0) return undefined;
    const asked = { url, second: Math.floor(dateMs / 1000), limit: MOST_OF_REVISIT };
    for (const capture of await capturesAtSecond(this.#deps.db, target, asked)) {
      if (isUnmodified && capture.contentLength === 0) continue;
      const readBefore = this.#reads;
      if (await this.#hasDigest(capture, digest)) {
        return { url, sha256: capture.sha256.toString('hex'), storedSha1: capture.sha1.toString('hex') };
      }
      if (this.#reads > readBefore) this.#failuresLeft -= 1;
    }
    return undefined;
  }

  /** False also for a record that was moved meanwhile, or cannot be read. */
  async #hasDigest(capture: CaptureToCompare, digest: DeclaredDigest): Promise<boolean> {
    try {
      const declared = await this.#remembered(capture.own, 'declared', () => this.#declared(capture.own));
      if (declared.includes(digestKey(digest))) return true;
      if (!isToBeComputed(capture, digest)) return false;
      const { algorithm } = digest;
      const computed = await this.#remembered(capture.holder, algorithm, () =>
        this.#computed(capture, algorithm),
      );
      return computed.includes(digestKey(digest));
    } catch (error) {
      if (damageReason(error) === undefined) throw error;
      return false;
    }
  }

  async #remembered(
    { key, offset }: RecordPlace,
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

  /** The digest that the record itself declares: who wrote both records computed it in the same way. */
  async #declared({ key, offset, length }: RecordPlace): Promise<string[]> {
    const range = { offset, length: Math.min(length, HEADER_BYTES) };
    const record = await openStoredRecord(await this.#deps.store.read(key, range));
    record.destroy();
    const { payloadDigest } = describeHeader(record.header);
    return payloadDigest ? [digestKey(payloadDigest)] : [];
  }

  /** Those of the payload with and without chunk framing. */
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
      digests.push(digestKey({ algorithm, hex: digest.digest('hex') }));
    }
    return digests;
  }
}

/** Both digests of the index are of the same bytes, unless those are de-chunked. */
function isToBeComputed({ dechunked }: CaptureToCompare, { algorithm }: DeclaredDigest): boolean {
  return dechunked || (algorithm !== 'sha1' && algorithm !== 'sha256');
}
