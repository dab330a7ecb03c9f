// What the revisits of one upload refer to, as far as it is known: among the records that came before them, and in the
// index. What they name goes before what has only the same payload.
import type { KnownOriginal } from '../../domain/record/artifact-row.ts';
import type { NamedOriginal } from '../../domain/record/entry.ts';
import type { ReadRecord } from '../../domain/record/read-record.ts';
import { damagedOriginalWords, hasOwnHead, unresolvedWords } from '../../domain/record/revisit.ts';
import { UploadRecords } from '../../domain/upload-records.ts';
import { knownOriginals } from '../../index/known/known-originals.db.ts';
import type { Target } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';
import { NamedVersions } from './named-versions.ts';
import { ProvenOriginals } from './proven-originals.ts';

export interface FoundOriginals {
  readonly originals: ReadonlyMap<ReadRecord, NamedOriginal>;
  /** Why the other revisits cannot be resolved by now. */
  readonly faults: ReadonlyMap<ReadRecord, string>;
}

export class RevisitOriginals {
  readonly #db: CommitDeps['db'];
  readonly #records = new UploadRecords();
  readonly #versions: NamedVersions;
  readonly #proven: ProvenOriginals;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#db = deps.db;
    this.#versions = new NamedVersions(deps);
    this.#proven = new ProvenOriginals(deps);
  }

  /** What is taken next came with texts of so many characters. */
  tookTexts(characters: number): void {
    this.#records.tookTexts(characters);
  }

  /**
   * Takes the next records of the upload, which the revisits behind them may refer to, and answers for the revisits.
   * `isLast`: nothing more comes that they could refer to.
   */
  async take(
    records: readonly ReadRecord[],
    target: () => Promise<Target>,
    isLast: boolean,
  ): Promise<FoundOriginals> {
    const originals = new Map<ReadRecord, NamedOriginal>();
    const faults = new Map<ReadRecord, string>();
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
    const known = await knownOriginals(this.#db, await target(), asked);
    for (const [i, one] of asked.entries()) {
      const { record } = one;
      const inIndex = known[i];
      const original = await this.#choose(one, inIndex, { target: await target(), isLast });
      if (original) this.#keep(record, original, originals);
      else faults.set(record, inIndex?.damaged ? damagedOriginalWords(inIndex) : unresolvedWords(record));
    }
    return { originals, faults };
  }

  /** Records of the upload that are the original if nothing is named that is. */
  #findSimilar(record: ReadRecord): Omit<AskedRevisit, 'record'> {
    return { latest: this.#records.findLatest(record), same: this.#records.findByDigest(record) };
  }

  async #choose(
    { record, latest, same }: AskedRevisit,
    inIndex: KnownOriginal | undefined,
    { target, isLast }: { target: Target; isLast: boolean },
  ): Promise<NamedOriginal | undefined> {
    const known = inIndex?.damaged ? undefined : inIndex;
    if (known?.match === 'named') return known;
    const named = (await this.#proven.find(record, target)) ?? (await this.#versions.find(record, target));
    if (named) return named;
    if (record.refersTo?.isUnmodified && !isLast) return undefined;
    const inTime = latest && known?.match === 'latest' ? laterOf(latest, known) : latest;
    const original = inTime ?? nearerOf(record, same, known);
    if (original && (isLast || original.url === record.url || hasOwnHead(record))) return original;
    return isLast ? this.#records.findNamed(record, true) : undefined;
  }

  #keep(record: ReadRecord, original: NamedOriginal, originals: Map<ReadRecord, NamedOriginal>): void {
    const { url, sha256, storedSha1, payloadSha1 } = original;
    originals.set(record, { url, sha256, storedSha1, payloadSha1 });
    this.#records.addRevisit(record, original);
  }
}

/** A revisit, and records of its upload that may be its original if it names none. */
interface AskedRevisit {
  readonly record: ReadRecord;
  readonly latest: (NamedOriginal & { readonly collectionMs: number }) | undefined;
  readonly same: NamedOriginal | undefined;
}

function laterOf<Capture extends { readonly collectionMs: number }>(a: Capture, b: Capture): Capture {
  return a.collectionMs >= b.collectionMs ? a : b;
}

/** The capture of the revisit's own URL, if one of the two is; else that of the upload. */
function nearerOf(
  { url }: ReadRecord,
  inUpload: NamedOriginal | undefined,
  known: NamedOriginal | undefined,
): NamedOriginal | undefined {
  return inUpload?.url === url || known?.url !== url ? (inUpload ?? known) : known;
}
