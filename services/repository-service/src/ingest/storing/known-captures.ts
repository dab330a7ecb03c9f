// Handles companion records of captures that are already stored. When an interrupted import is repeated, its captures
// are duplicates, but companions that the first import did not store are added. When the content of a damaged artifact
// arrives again without companions, the existing companions of the artifact are carried over.
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { toDamageReason } from '../../content/damage-reason.ts';
import { listReadableCompanions } from '../../content/records/readable-companions.ts';
import { openMember } from '../../content/stored-member.ts';
import type { ArtifactReplacement, IncomingRecord } from '../../domain/companions/arrangement.ts';
import type { StoredCapture, StoredMember } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { companionTypes, type ParsedCompanion } from '../../domain/record/read-companion.ts';
import type { StoredRecordPosition } from '../../index/artifact.db.ts';
import { type CompanionPositions, findCompanionPositions } from '../../index/companion-places.db.ts';
import type { Segment } from './segment.ts';
import type { CommitDeps } from './segment-committer.ts';

type Companions = readonly IncomingRecord<ParsedCompanion>[];

interface Beside {
  readonly before: Companions;
  readonly after: Companions;
}

/** Maximum number of artifacts for which added companions are remembered. */
const MOST_ARTIFACTS = 1_000;

export class KnownCaptures {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** Appended companions that may not be in the index yet, by artifact. */
  readonly #given = new LRUCache<string, Set<string>>({ max: MOST_ARTIFACTS });

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /** Returns the companions that the artifact lacks, and remembers that they were added. */
  async lacking(capture: StoredCapture, { before, after }: Beside): Promise<Companions> {
    const all = [...before, ...after];
    if (all.length === 0 || isAllBeside(capture, { before, after })) return [];
    const places = await findCompanionPositions(this.#deps.db, capture.id);
    if (!places) return [];
    const there = await this.#namesOf(places);
    const given = this.#given.get(capture.id) ?? new Set();
    const lacking = all.filter(({ finding }) => {
      const name = nameOf(finding.recordId, finding.memberLength, finding.memberCrc32);
      if (there.has(name) || given.has(name)) return false;
      given.add(name);
      return true;
    });
    if (given.size > 0) this.#given.set(capture.id, given);
    return lacking;
  }

  /**
   * Appends the companions of damaged artifacts that these entries would replace. Omits companions that are unreadable
   * or that came with the entries.
   */
  async carryOverCompanions(
    replacements: readonly ArtifactReplacement[],
    segment: Segment,
    kept: KeptRecord[],
  ): Promise<void> {
    for (const { entry, own } of replacements) {
      const places = await findCompanionPositions(this.#deps.db, entry.replacementFor!);
      if (!places) continue;
      const ids = new Set(own.map(({ finding }) => finding.recordId));
      for await (const { place, header } of listReadableCompanions(sourceOf(this.#deps), places)) {
        const { recordId } = header;
        if (recordId !== undefined && ids.has(recordId)) continue;
        const copied = await this.#copied(place, segment);
        if (!copied) continue;
        const type = companionTypes.find((name) => name === header.type) ?? 'other';
        kept.push({ type, ...copied, recordId, artifactId: entry.id, owner: entry });
      }
    }
  }

  /**
   * Appends a companion. Returns undefined if the companion is damaged; the bytes that were already appended then
   * belong to no record.
   */
  async #copied(place: StoredRecordPosition, segment: Segment): Promise<StoredMember | undefined> {
    const { store, signal } = sourceOf(this.#deps);
    let offset: number | undefined;
    let crc = 0;
    try {
      for await (const chunk of (await openMember(store, place, signal)) as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc);
        const at = await segment.append(chunk);
        offset ??= at;
      }
    } catch (error) {
      if (toDamageReason(error) === undefined) throw error;
      return undefined;
    }
    return offset === undefined ? undefined : { offset, length: place.length, crc32: crc };
  }

  async #namesOf(places: CompanionPositions): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const { place, header } of listReadableCompanions(sourceOf(this.#deps), places)) {
      names.add(nameOf(header.recordId, place.length, place.crc32));
    }
    return names;
  }
}

/** Returns whether exactly these companions are next to the artifact. If so, nothing needs to be read. */
function isAllBeside(capture: StoredCapture, { before, after }: Beside): boolean {
  const { companionsCrc } = capture;
  return (
    companionsCrc !== undefined &&
    capture.before === sumMemberBytes(listFindings(before)) &&
    capture.after === sumMemberBytes(listFindings(after)) &&
    ![...before, ...after].some(isStoredAsIs) &&
    companionsCrc === combineCrc32(after, combineCrc32(before, undefined))
  );
}

/**
 * Returns whether the member is uncompressed. Such a member ends with the CRC-32 of its content. Therefore all
 * uncompressed members of the same length have the same CRC-32.
 */
function isStoredAsIs({ member }: IncomingRecord<unknown>): boolean {
  return member.length > 10 && member[3] === 0 && (member[10]! & 6) === 0;
}

/** Identifies a record by its id or, if it has none, by its bytes. */
function nameOf(recordId: string | undefined, length: number, crc: number | undefined): string {
  return recordId ?? `${length} ${crc}`;
}

/** Provides a signal that never aborts, because these reads are never cancelled on their own. */
function sourceOf({ store }: Pick<CommitDeps, 'store'>) {
  return { store, signal: new AbortController().signal };
}

export function listFindings(companions: Companions): readonly ParsedCompanion[] {
  return companions.length === 0 ? NO_FINDINGS : companions.map(({ finding }) => finding);
}

const NO_FINDINGS: readonly ParsedCompanion[] = [];

export function sumMemberBytes(companions: readonly ParsedCompanion[]): number {
  let bytes = 0;
  for (const { memberLength } of companions) bytes += memberLength;
  return bytes;
}

/**
 * Returns the CRC-32 of the concatenation of some bytes, whose CRC-32 is `before`, and the companions. If `before` is
 * undefined, the CRC-32 of the first companion must be known.
 */
export function combineCrc32(companions: Companions, before: number | undefined): number | undefined {
  let crc = before;
  for (const { finding, member } of companions) {
    crc = crc === undefined ? finding.memberCrc32 : crc32(member, crc);
  }
  return crc;
}
