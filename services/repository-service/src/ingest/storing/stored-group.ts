// Location of an artifact and its adjacent companion records (request, metadata) in a segment.
import type { IncomingRecord } from '../../domain/companions/record-grouper.ts';
import type { StoredCompanion, StoredEntry } from '../../domain/record/entry.ts';
import type { ParsedCompanion } from '../../domain/record/read-companion.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import { combineCrc32, listParsedCompanions, sumMemberBytes } from './existing-captures.ts';

type Companions = readonly IncomingRecord<ParsedCompanion>[];

/** Companion records directly before and after an artifact. */
export interface AdjacentCompanions {
  readonly before: Companions;
  readonly after: Companions;
}

export const NO_ADJACENT_COMPANIONS: AdjacentCompanions = { before: [], after: [] };

/** Location of a group. Computed on access to save memory, because thousands of groups wait for a commit. */
export class StoredGroup implements StoredEntry {
  readonly offset: number;
  readonly #artifact: DigestedRecord;
  readonly #before: readonly ParsedCompanion[];
  readonly #after: readonly ParsedCompanion[];
  /** CRC-32 over several companion records. Compute it before their bytes are released. */
  readonly #companionsCrc: number | undefined;

  constructor(offset: number, artifact: DigestedRecord, { before, after }: AdjacentCompanions) {
    this.offset = offset;
    this.#artifact = artifact;
    this.#before = listParsedCompanions(before);
    this.#after = listParsedCompanions(after);
    this.#companionsCrc =
      before.length + after.length > 1 ? combineCrc32(after, combineCrc32(before, undefined)) : undefined;
  }

  get length() {
    return this.#artifact.memberLength;
  }
  get crc32() {
    return this.#artifact.memberCrc32;
  }
  get before() {
    return sumMemberBytes(this.#before);
  }
  get after() {
    return sumMemberBytes(this.#after);
  }
  get companionsCrc() {
    return this.#companionsCrc ?? (this.#before[0] ?? this.#after[0])?.memberCrc32;
  }
  get members(): StoredCompanion[] {
    const { offset, length, before } = this;
    return [
      ...locateCompanions(this.#before, offset - before),
      ...locateCompanions(this.#after, offset + length),
    ];
  }
}

/** Returns the locations of adjacent companion records, the first of which starts at offset `start`. */
export function locateCompanions(companions: readonly ParsedCompanion[], start: number): StoredCompanion[] {
  let offset = start;
  return companions.map(({ type, recordId, memberLength: length, memberCrc32: crc32 }) => {
    const place = { type, recordId, offset, length, crc32 };
    offset += length;
    return place;
  });
}
