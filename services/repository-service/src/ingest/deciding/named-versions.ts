// Originals that a revisit names by nothing but a record id, which the index does not know: the stored captures of its own
// URL are asked for theirs. That is a read for each, so a few are asked for a revisit, and not many for an upload.
import { hash } from 'node:crypto';
import { describeHeader, openStoredRecord } from '@holdfast/warc';
import type { NamedOriginal } from '../../domain/record/entry.ts';
import type { ReadRecord } from '../../domain/record/read-record.ts';
import { digestOf, referenceOf } from '../../domain/record/refers-to.ts';
import { type StoredVersion, versionsOfUrl } from '../../index/known/versions-of-url.db.ts';
import type { Target } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';

const READS_OF_REVISIT = 16;
const READS_OF_UPLOAD = 1_000;
/** More than the headers of records take. */
const HEADER_BYTES = 64 * 1024;

export class NamedVersions {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** What was looked for, and not found. */
  readonly #missing = new Set<string>();
  #readsLeft = READS_OF_UPLOAD;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /** Undefined when there is none, or the revisit names it otherwise, too. */
  async find({ url, refersTo }: ReadRecord, target: Target): Promise<NamedOriginal | undefined> {
    const recordId = refersTo?.recordId;
    if (recordId === undefined || referenceOf(refersTo) !== undefined || digestOf(refersTo) !== undefined) {
      return undefined;
    }
    const asked = hash('sha256', `${recordId} ${url}`);
    if (this.#readsLeft <= 0 || this.#missing.has(asked)) return undefined;
    const limit = Math.min(READS_OF_REVISIT, this.#readsLeft);
    this.#readsLeft -= 1;
    for (const version of await versionsOfUrl(this.#deps.db, target, url, limit)) {
      this.#readsLeft -= 1;
      if ((await this.#recordIdOf(version)) === recordId) {
        return { url, sha256: version.sha256.toString('hex') };
      }
    }
    this.#missing.add(asked);
    return undefined;
  }

  /** Undefined also for a record that was moved meanwhile, or cannot be read: it is not what is named, as far as can be told. */
  async #recordIdOf({ key, offset, length }: StoredVersion): Promise<string | undefined> {
    try {
      const range = { offset, length: Math.min(length, HEADER_BYTES) };
      const record = await openStoredRecord(await this.#deps.store.read(key, range));
      record.destroy();
      return describeHeader(record.header).recordId;
    } catch {
      return undefined;
    }
  }
}
