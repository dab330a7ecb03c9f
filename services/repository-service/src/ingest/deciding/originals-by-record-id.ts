// Finds the original of a revisit by its WARC-Record-ID, among the stored captures of the same URL.

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
/** Number of bytes to read for a header. Headers are usually shorter. */
const NAMED_HEADER_BYTES = 64 * 1024;

/**
 * Finds originals that revisits name only by record id. The index does not contain record ids, so the stored captures
 * of the revisit's URL are read, up to a limit per revisit and per upload.
 */
export class OriginalsByRecordId {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** References for which the search has found no original. */
  readonly #missing = new Set<string>();
  #readsLeft = READS_OF_UPLOAD;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /**
   * Returns the original. Returns undefined if none is found, or if the revisit also names its original by URL and date
   * or by digest.
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
   * Reads the record id of a capture. Returns undefined if the record has no id, is unreadable, or was moved after the
   * index was queried.
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
