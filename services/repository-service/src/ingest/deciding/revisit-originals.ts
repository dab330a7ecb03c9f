// Finds the originals of an upload's revisits, among the upload's earlier records and in the index. Prefers the record
// that the revisit refers to. Otherwise, uses a record with the same payload.
import type { IndexedOriginal, NamedOriginal } from '../../domain/record/entry.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import {
  describeDamagedOriginal,
  describeUnresolvedRevisit,
  hasOwnHttpHeaders,
} from '../../domain/record/revisit.ts';
import { UploadRecords } from '../../domain/upload-records.ts';
import { findIndexedOriginals } from '../../index/known/known-originals.db.ts';
import type { ImportTarget } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';
import { StoredOriginals } from './stored-originals.ts';

export interface FoundOriginals {
  readonly originals: ReadonlyMap<DigestedRecord, NamedOriginal>;
  /** Reasons why originals were not found, by revisit. */
  readonly faults: ReadonlyMap<DigestedRecord, string>;
}

export class RevisitOriginals {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  readonly #records = new UploadRecords();
  /** Created when the first original must be looked up, because most uploads contain no revisits. */
  #stored: StoredOriginals | undefined;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /** Adds the length of the text that the next batch of packed records shares. Call before `take`. */
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
    const asked: RevisitToResolve[] = [];
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
    const known = await findIndexedOriginals(this.#deps.db, await target(), asked);
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
  #findSimilar(record: DigestedRecord): Omit<RevisitToResolve, 'record'> {
    return { latest: this.#records.findLatest(record), same: this.#records.findByDigest(record) };
  }

  async #choose(
    { record, latest, same }: RevisitToResolve,
    inIndex: IndexedOriginal | undefined,
    { target, isLast }: { target: ImportTarget; isLast: boolean },
  ): Promise<NamedOriginal | undefined> {
    const known = inIndex?.damaged ? undefined : inIndex;
    if (known?.match === 'named') return known;
    this.#stored ??= new StoredOriginals(this.#deps);
    const named =
      (await this.#stored.findByDigest(record, target)) ??
      (await this.#stored.findByRecordId(record, target));
    if (named) return named;
    if (record.refersTo?.isUnmodified && !isLast) return undefined;
    const inTime = latest && known?.match === 'latest' ? chooseLater(latest, known) : latest;
    const original = inTime ?? chooseNearer(record, same, known);
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
interface RevisitToResolve {
  readonly record: DigestedRecord;
  readonly latest: (NamedOriginal & { readonly collectionMs: number }) | undefined;
  readonly same: NamedOriginal | undefined;
}

function chooseLater<Capture extends { readonly collectionMs: number }>(a: Capture, b: Capture): Capture {
  return a.collectionMs >= b.collectionMs ? a : b;
}

/** Chooses between two candidates. Prefers a candidate with the revisit's URL, then the one from the upload. */
function chooseNearer(
  { url }: DigestedRecord,
  inUpload: NamedOriginal | undefined,
  known: NamedOriginal | undefined,
): NamedOriginal | undefined {
  return inUpload?.url === url || known?.url !== url ? (inUpload ?? known) : known;
}
