// Companion records in segments: the warcinfo records of an upload, the companion records (request, metadata) directly
// before and after an artifact, and the companion records of captures that are already stored.
import { crc32 } from 'node:zlib';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { LRUCache } from 'lru-cache';
import { toDamageReason } from '../../content/damage-reason.ts';
import { listReadableCompanions } from '../../content/records/readable-companions.ts';
import { openMember } from '../../content/stored-member.ts';
import type { ArtifactReplacement, IncomingRecord } from '../../domain/companions/record-grouper.ts';
import type { StoredCapture, StoredCompanion, StoredEntry, StoredMember } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { companionTypes, type ParsedCompanion } from '../../domain/record/read-companion.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import type { StoredRecordPosition } from '../../index/artifact.db.ts';
import { type CompanionPositions, findCompanionPositions } from '../../index/companion-places.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { Segment } from './segment.ts';

export interface Warcinfo {
  readonly finding: ParsedCompanion;
  readonly member: Uint8Array;
  /** Best outcome among the records that the warcinfo record applies to: stored, dropped, or no record yet. */
  use: 'none' | 'dropped' | 'stored';
}

/** ID for records without a warcinfo record. Such records may follow any warcinfo record. */
export const NO_WARCINFO = '';

/**
 * Maximum size of a warcinfo record that is held in memory. A larger one is stored once, and applies only to later
 * records of the same segment.
 */
const MAX_HELD_BYTES = 64 * 1024;
/** Maximum number of warcinfo records in memory, to which later records can refer. An upload may contain more. */
const MAX_HELD = 16;

/**
 * Warcinfo records of an upload. In a segment, the latest preceding warcinfo record applies to each record. Each
 * segment therefore needs copies of the warcinfo records that apply to its records.
 */
export class Warcinfos {
  /** Latest warcinfo records, in upload order. */
  readonly held: Warcinfo[] = [];
  #current: Warcinfo | undefined;

  /**
   * Makes this warcinfo record the current one. Returns a warcinfo record that is no longer held: the oldest one, or
   * this one if it is too large.
   */
  begin({ finding, member }: IncomingRecord<ParsedCompanion>): Warcinfo | undefined {
    const isHeld = finding.memberAt === 'batch' && member.length <= MAX_HELD_BYTES;
    const warcinfo: Warcinfo = { finding, member: isHeld ? member.slice() : member, use: 'none' };
    this.#current = isHeld ? warcinfo : undefined;
    if (!isHeld) return warcinfo;
    this.held.push(warcinfo);
    return this.held.length > MAX_HELD ? this.held.shift() : undefined;
  }

  /** Returns the held warcinfo record with this ID, or the current one if no held record has it. */
  of(warcinfoId: string | undefined): Warcinfo | undefined {
    if (warcinfoId === NO_WARCINFO) return undefined;
    if (warcinfoId === undefined || warcinfoId === this.#current?.finding.recordId) return this.#current;
    return this.held.find(({ finding }) => finding.recordId === warcinfoId) ?? this.#current;
  }
}

export type Companions = readonly IncomingRecord<ParsedCompanion>[];

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

interface CaptureStore {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
}

/** Maximum number of artifacts whose newly added companion records are remembered. */
const MAX_ARTIFACTS = 1_000;

/**
 * Handles companion records of captures that are already stored. If an interrupted import is repeated, missing
 * companion records are added to the stored captures. If a record repairs a damaged artifact, companion records that
 * the artifact has but the record lacks are carried over.
 */
export class KnownCaptures {
  readonly #deps: CaptureStore;
  /** Names of added companion records that the index may not contain yet, by artifact ID. */
  readonly #given = new LRUCache<string, Set<string>>({ max: MAX_ARTIFACTS });

  constructor(deps: CaptureStore) {
    this.#deps = deps;
  }

  /** Returns the companion records that the stored capture lacks. Remembers them, so that they are added only once. */
  async lacking(capture: StoredCapture, { before, after }: AdjacentCompanions): Promise<Companions> {
    const all = [...before, ...after];
    if (all.length === 0 || hasSameCompanions(capture, { before, after })) return [];
    const places = await findCompanionPositions(this.#deps.db, capture.id);
    if (!places) return [];
    const there = await this.#readNames(places);
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
   * Appends the companion records of the damaged artifacts that these entries replace. Omits companion records that are
   * unreadable or that the entries already have.
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
      for await (const { place, header } of listReadableCompanions(createReadSource(this.#deps), places)) {
        const { recordId } = header;
        if (recordId !== undefined && ids.has(recordId)) continue;
        const copied = await this.#copyRecord(place, segment);
        if (!copied) continue;
        const type = companionTypes.find((name) => name === header.type) ?? 'other';
        kept.push({ type, ...copied, recordId, artifactId: entry.id, owner: entry });
      }
    }
  }

  /**
   * Copies a companion record to the segment. Returns undefined if it is damaged; the bytes appended so far then belong
   * to no record.
   */
  async #copyRecord(place: StoredRecordPosition, segment: Segment): Promise<StoredMember | undefined> {
    const { store, signal } = createReadSource(this.#deps);
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

  async #readNames(places: CompanionPositions): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const { place, header } of listReadableCompanions(createReadSource(this.#deps), places)) {
      names.add(nameOf(header.recordId, place.length, place.crc32));
    }
    return names;
  }
}

/**
 * Returns whether the stored capture is adjacent to exactly these companion records, judging by lengths and CRC-32. If
 * so, no record has to be read.
 */
function hasSameCompanions(capture: StoredCapture, { before, after }: AdjacentCompanions): boolean {
  const { companionsCrc } = capture;
  return (
    companionsCrc !== undefined &&
    capture.before === sumMemberBytes(listParsedCompanions(before)) &&
    capture.after === sumMemberBytes(listParsedCompanions(after)) &&
    ![...before, ...after].some(isStoredAsIs) &&
    companionsCrc === combineCrc32(after, combineCrc32(before, undefined))
  );
}

/**
 * Returns whether the gzip member is uncompressed. The CRC-32 over such a member is useless for comparison. The member
 * ends with the CRC-32 of its content, so all members of the same length have the same CRC-32.
 */
function isStoredAsIs({ member }: IncomingRecord<unknown>): boolean {
  return member.length > 10 && member[3] === 0 && (member[10]! & 6) === 0;
}

/** Identifies a record by its record ID or, without one, by length and CRC-32. */
function nameOf(recordId: string | undefined, length: number, crc: number | undefined): string {
  return recordId ?? `${length} ${crc}`;
}

/** Returns a source whose reads are never cancelled. */
function createReadSource({ store }: CaptureStore) {
  return { store, signal: new AbortController().signal };
}

export function listParsedCompanions(companions: Companions): readonly ParsedCompanion[] {
  return companions.length === 0 ? NO_FINDINGS : companions.map(({ finding }) => finding);
}

const NO_FINDINGS: readonly ParsedCompanion[] = [];

export function sumMemberBytes(companions: readonly ParsedCompanion[]): number {
  let bytes = 0;
  for (const { memberLength } of companions) bytes += memberLength;
  return bytes;
}

/**
 * Extends a CRC-32 by the companion records. `before`: CRC-32 of the preceding bytes, or undefined if no bytes precede
 * the records.
 */
export function combineCrc32(companions: Companions, before: number | undefined): number | undefined {
  let crc = before;
  for (const { finding, member } of companions) {
    crc = crc === undefined ? finding.memberCrc32 : crc32(member, crc);
  }
  return crc;
}
