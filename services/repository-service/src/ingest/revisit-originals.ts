// What the revisits of one upload refer to, as far as it is known: among the records that came before them, and in the
// index. What they name goes before what has only the same payload.
import type { NamedOriginal } from '../domain/entry.ts';
import type { ReadRecord } from '../domain/read-record.ts';
import { damagedOriginalWords, unresolvedWords } from '../domain/revisit.ts';
import { UploadRecords } from '../domain/upload-records.ts';
import { knownOriginals } from '../index/known.db.ts';
import { NamedVersions } from './named-versions.ts';
import type { Target } from './segment.ts';
import type { CommitDeps } from './segment-committer.ts';

export interface FoundOriginals {
  readonly originals: ReadonlyMap<ReadRecord, NamedOriginal>;
  /** Why the other revisits cannot be resolved by now. */
  readonly faults: ReadonlyMap<ReadRecord, string>;
}

export class RevisitOriginals {
  readonly #db: CommitDeps['db'];
  readonly #records = new UploadRecords();
  readonly #versions: NamedVersions;

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#db = deps.db;
    this.#versions = new NamedVersions(deps);
  }

  /** What is taken next came with texts of so many characters. */
  tookTexts(characters: number): void {
    this.#records.tookTexts(characters);
  }

  /** Takes the next records of the upload, which the revisits behind them may refer to, and answers for the revisits. */
  async take(records: readonly ReadRecord[], target: () => Promise<Target>): Promise<FoundOriginals> {
    const originals = new Map<ReadRecord, NamedOriginal>();
    const asked: { record: ReadRecord; same: NamedOriginal | undefined }[] = [];
    for (const record of records) {
      const { refersTo } = record;
      const named = record.kind === 'revisit' ? this.#records.named(refersTo) : record;
      if (named) this.#keep(record, named, originals);
      else asked.push({ record, same: this.#records.withDigest(refersTo) });
    }
    const faults = new Map<ReadRecord, string>();
    if (asked.length === 0) return { originals, faults };
    const known = await knownOriginals(this.#db, await target(), asked);
    for (const [i, { record, same }] of asked.entries()) {
      const inIndex = known[i];
      const usable = inIndex?.damaged ? undefined : inIndex;
      const original = usable?.isNamed
        ? usable
        : (same ?? usable ?? (await this.#versions.find(record, await target())));
      if (original) this.#keep(record, original, originals);
      else faults.set(record, inIndex ? damagedOriginalWords(inIndex) : unresolvedWords(record));
    }
    return { originals, faults };
  }

  #keep(record: ReadRecord, { url, sha256 }: NamedOriginal, originals: Map<ReadRecord, NamedOriginal>): void {
    const isRevisit = record.kind === 'revisit';
    if (isRevisit) originals.set(record, { url, sha256 });
    this.#records.add(record, sha256, isRevisit);
  }
}
