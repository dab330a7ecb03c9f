// Finds the original of a revisit by WARC-Record-ID among the stored captures of the revisit's URL.

import { hash } from 'node:crypto';
import { openStoredRecord, summarizeRecordHeader } from '@holdfast/warc';
import type { NamedOriginal } from '../../domain/record/entry.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import { toDeclaredDigestKey, toReferenceKey } from '../../domain/record/refers-to.ts';
import { findUrlVersions, type StoredVersion } from '../../index/known/versions-of-url.db.ts';
import type { ImportTarget } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';

const READS_OF_REVISIT = 16;
const READS_OF_UPLOAD = 1_000;
/** Number of bytes to read for a WARC header. Almost all headers are shorter. */
const NAMED_HEADER_BYTES = 64 * 1024;

/**
 * Finds originals that a revisit refers to only by record ID. The index does not store record IDs, so the headers of
 * the URL's captures are read. The number of reads is limited per revisit and per upload.
 */
export class OriginalsByRecordId {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** References whose original was not found. */
  readonly #missing = new Set<string>();
  #readsLeft = READS_OF_UPLOAD;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /**
   * Returns the original to which the revisit refers by record ID. Returns undefined if the original is not found, or
   * if the revisit refers to it by URL and date or by digest.
   */
  async find({ url, refersTo }: DigestedRecord, target: ImportTarget): Promise<NamedOriginal | undefined> {
    const recordId = refersTo?.recordId;
    if (
      recordId === undefined ||
      toReferenceKey(refersTo) !== undefined ||
      toDeclaredDigestKey(refersTo) !== undefined
    ) {
      return undefined;
    }
    const asked = hash('sha256', `${recordId} ${url}`);
    if (this.#readsLeft <= 0 || this.#missing.has(asked)) return undefined;
    const limit = Math.min(READS_OF_REVISIT, this.#readsLeft);
    this.#readsLeft -= 1;
    for (const version of await findUrlVersions(this.#deps.db, target, url, limit)) {
      this.#readsLeft -= 1;
      if ((await this.#recordIdOf(version)) === recordId) {
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
  async #recordIdOf({ key, offset, length }: StoredVersion): Promise<string | undefined> {
    try {
      const range = { offset, length: Math.min(length, NAMED_HEADER_BYTES) };
      const record = await openStoredRecord(await this.#deps.store.read(key, range));
      record.destroy();
      return summarizeRecordHeader(record.header).recordId;
    } catch {
      return undefined;
    }
  }
}
