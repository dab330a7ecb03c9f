// Companions of captures that are stored already. A capture that comes again, because an import of it was cut, is a
// duplicate; what was captured with it is kept all the same where the first import did not bring it. And what a damaged
// artifact has is not lost when its content comes again without it.
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { damageReason } from '../../content/damage-reason.ts';
import { readableCompanions } from '../../content/records/readable-companions.ts';
import { openMember } from '../../content/stored-member.ts';
import type { Arrival, Heir } from '../../domain/companions/arrangement.ts';
import type { StoredCapture, StoredMember } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { companionTypes, type ReadCompanion } from '../../domain/record/read-companion.ts';
import type { StoredPlace } from '../../index/artifact.db.ts';
import { type CompanionPlaces, companionPlaces } from '../../index/companion-places.db.ts';
import type { Segment } from './segment.ts';
import type { CommitDeps } from './segment-committer.ts';

type Companions = readonly Arrival<ReadCompanion>[];

interface Beside {
  readonly before: Companions;
  readonly after: Companions;
}

/** Artifacts of which is remembered what this import gave them. */
const MOST_ARTIFACTS = 1_000;

export class KnownCaptures {
  readonly #deps: Pick<CommitDeps, 'db' | 'store'>;
  /** By artifact: what is appended, but perhaps not in the index yet. */
  readonly #given = new LRUCache<string, Set<string>>({ max: MOST_ARTIFACTS });

  constructor(deps: Pick<CommitDeps, 'db' | 'store'>) {
    this.#deps = deps;
  }

  /** Those that the artifact does not have. They are taken for given from then on. */
  async lacking(capture: StoredCapture, { before, after }: Beside): Promise<Companions> {
    const all = [...before, ...after];
    if (all.length === 0 || isAllBeside(capture, { before, after })) return [];
    const places = await companionPlaces(this.#deps.db, capture.id);
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
   * Appends what the damaged artifacts have that these entries would take the place of, as far as it can be read and did
   * not come with them.
   */
  async bequeath(heirs: readonly Heir[], segment: Segment, kept: KeptRecord[]): Promise<void> {
    for (const { entry, own } of heirs) {
      const places = await companionPlaces(this.#deps.db, entry.heirOf!);
      if (!places) continue;
      const ids = new Set(own.map(({ finding }) => finding.recordId));
      for await (const { place, header } of readableCompanions(sourceOf(this.#deps), places)) {
        const { recordId } = header;
        if (recordId !== undefined && ids.has(recordId)) continue;
        const copied = await this.#copied(place, segment);
        if (!copied) continue;
        const type = companionTypes.find((name) => name === header.type) ?? 'other';
        kept.push({ type, ...copied, recordId, artifactId: entry.id, owner: entry });
      }
    }
  }

  /** Undefined when it is damaged: what was appended of it is nobody's. */
  async #copied(place: StoredPlace, segment: Segment): Promise<StoredMember | undefined> {
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
      if (damageReason(error) === undefined) throw error;
      return undefined;
    }
    return offset === undefined ? undefined : { offset, length: place.length, crc32: crc };
  }

  async #namesOf(places: CompanionPlaces): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const { place, header } of readableCompanions(sourceOf(this.#deps), places)) {
      names.add(nameOf(header.recordId, place.length, place.crc32));
    }
    return names;
  }
}

/** Whether they are exactly what lies beside the artifact: nothing needs to be read then. */
function isAllBeside(capture: StoredCapture, { before, after }: Beside): boolean {
  const { companionsCrc } = capture;
  return (
    companionsCrc !== undefined &&
    capture.before === bytesOf(findingsOf(before)) &&
    capture.after === bytesOf(findingsOf(after)) &&
    ![...before, ...after].some(isStoredAsIs) &&
    companionsCrc === crcOf(after, crcOf(before, undefined))
  );
}

/**
 * A gzip member that compresses nothing ends in the CRC-32 of its bytes, so that members of one length have the same
 * CRC-32, whatever they hold.
 */
function isStoredAsIs({ member }: Arrival<unknown>): boolean {
  return member.length > 10 && member[3] === 0 && (member[10]! & 6) === 0;
}

/** A record is known by its id; one without any, by its very bytes. */
function nameOf(recordId: string | undefined, length: number, crc: number | undefined): string {
  return recordId ?? `${length} ${crc}`;
}

/** Nobody ends these reads before the import itself ends. */
function sourceOf({ store }: Pick<CommitDeps, 'store'>) {
  return { store, signal: new AbortController().signal };
}

export function findingsOf(companions: Companions): readonly ReadCompanion[] {
  return companions.length === 0 ? NO_FINDINGS : companions.map(({ finding }) => finding);
}

const NO_FINDINGS: readonly ReadCompanion[] = [];

export function bytesOf(companions: readonly ReadCompanion[]): number {
  let bytes = 0;
  for (const { memberLength } of companions) bytes += memberLength;
  return bytes;
}

/** CRC-32 of these behind what has `before`; that of the first is known. */
export function crcOf(companions: Companions, before: number | undefined): number | undefined {
  let crc = before;
  for (const { finding, member } of companions) {
    crc = crc === undefined ? finding.memberCrc32 : crc32(member, crc);
  }
  return crc;
}
