// Stores and counts the companion records (request, metadata, warcinfo) of an upload. Appends an adjacent companion
// record together with its artifact, and every other companion record alone, after its warcinfo record.
import type {
  ArtifactGroup,
  DropReason,
  IncomingRecord,
  LooseCompanion,
} from '../../domain/companions/record-grouper.ts';
import type { UploadedCapture } from '../../domain/companions/record-links.ts';
import type { ImportEntry } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import type { ParsedCompanion } from '../../domain/record/read-companion.ts';
import {
  type AdjacentCompanions,
  type Companions,
  combineCrc32,
  type KnownCaptures,
  listParsedCompanions,
  locateCompanions,
  NO_ADJACENT_COMPANIONS,
  NO_WARCINFO,
  StoredGroup,
  sumMemberBytes,
  type Warcinfo,
  Warcinfos,
} from './companion-records.ts';
import type { SegmentPart } from './segment.ts';
import type { OpenBatch } from './segment-committer.ts';

export class CompanionIntake {
  readonly #warcinfos = new Warcinfos();
  readonly #kept: boolean;
  readonly #known: KnownCaptures;

  /** `kept`: whether companion records are stored. If false, only the HTTP method of requests is used. */
  constructor(kept: boolean, known: KnownCaptures) {
    this.#kept = kept;
    this.#known = known;
  }

  /** Appends the artifact and its adjacent companion records to `out`. Writing them sets the entry's location. */
  store(
    { artifact, before, after }: ArtifactGroup,
    entry: ImportEntry,
    batch: OpenBatch,
    out: SegmentPart[],
  ): void {
    const { finding } = artifact;
    out.push(...this.frame(finding.warcinfoId, batch));
    const adjacent = this.#admitAdjacent(before, after, batch);
    if (entry.replacementFor !== undefined)
      batch.replacements.push({ entry, own: [...adjacent.before, ...adjacent.after] });
    for (const companion of adjacent.before) out.push(companion);
    const placed = (offset: number) => {
      entry.stored = new StoredGroup(offset, finding, adjacent);
      entry.id = batch.segment!.uuidOf(entry.record, offset);
    };
    out.push({ member: artifact.member, placed, isSpent: true });
    for (const companion of adjacent.after) out.push(companion);
  }

  /**
   * Returns the companion records of an artifact whose bytes are already in the segment. The caller must append all of
   * these records after the artifact.
   */
  storeAfter({ before, after }: ArtifactGroup, entry: ImportEntry, batch: OpenBatch): readonly SegmentPart[] {
    const adjacent = this.#admitAdjacent([], [...before, ...after], batch);
    if (entry.replacementFor !== undefined) batch.replacements.push({ entry, own: adjacent.after });
    const findings = listParsedCompanions(adjacent.after);
    const { offset, length, crc32 } = entry.stored!;
    entry.stored = {
      offset,
      length,
      crc32,
      after: sumMemberBytes(findings),
      companionsCrc: combineCrc32(adjacent.after, undefined),
      members: locateCompanions(findings, offset + length),
    };
    return adjacent.after;
  }

  /** Handles the companion records of an artifact that is not stored. */
  async drop({ capture, artifact, before, after }: ArtifactGroup, batch: OpenBatch): Promise<SegmentPart[]> {
    const reason = findDropReason(capture);
    if (reason === undefined) {
      return [...before, ...after].flatMap((companion) => this.#storeAlone(companion, batch));
    }
    this.#markWarcinfoDropped(artifact.finding.warcinfoId);
    return this.#dropKnown({ capture, reason }, { before, after }, batch);
  }

  async apart({ companion, owner, request }: LooseCompanion, batch: OpenBatch): Promise<SegmentPart[]> {
    const reason = owner && findDropReason(owner);
    if (reason !== undefined) {
      this.#markWarcinfoDropped(companion.finding.warcinfoId);
      return this.#dropKnown({ capture: owner!, reason }, { before: [], after: [companion] }, batch);
    }
    const entry = owner?.disposition === 'taken' ? owner.entry : undefined;
    if (!entry) return this.#storeAlone(companion, batch);
    return this.#storeSeparately(companion, batch, () => ({ artifactId: entry.id, owner: entry, request }));
  }

  /**
   * Drops the companion records of an artifact that is not stored. If the same capture is already stored, returns the
   * companion records that the stored artifact lacks.
   */
  async #dropKnown(
    { capture, reason }: { capture: UploadedCapture; reason: DropReason },
    { before, after }: AdjacentCompanions,
    batch: OpenBatch,
  ): Promise<SegmentPart[]> {
    const { sameCapture } = capture;
    const isWanted = this.#kept && sameCapture !== undefined;
    const lacking = isWanted ? await this.#known.lacking(sameCapture, { before, after }) : [];
    this.#countDropped(reason, before.length + after.length - lacking.length, batch);
    return lacking.flatMap((companion) =>
      this.#storeSeparately(companion, batch, () => ({ artifactId: sameCapture?.id })),
    );
  }

  /** Sets the warcinfo record for the following records. */
  warcinfo(companion: IncomingRecord<ParsedCompanion>, batch: OpenBatch): SegmentPart[] {
    const done = this.#warcinfos.begin(companion);
    return done ? this.#endWarcinfo(done, batch) : [];
  }

  countDamaged(batch: OpenBatch): void {
    batch.companions.dropped.damaged += 1;
  }

  /** Counts a companion record that is already stored with its artifact. */
  isThere(batch: OpenBatch): void {
    this.#countDropped('duplicate', 1, batch);
  }

  /**
   * Registers a large companion record whose bytes are already in the segment. Returns false if the record is a
   * duplicate. The caller must then drop the segment.
   */
  async large(
    { companion, owner, request }: LooseCompanion,
    place: { offset: number; length: number },
    batch: OpenBatch,
  ): Promise<boolean> {
    const { type, recordId, memberCrc32 } = companion.finding;
    const same = owner?.sameCapture;
    if (same && (await this.#known.lacking(same, { before: [], after: [companion] })).length === 0)
      return false;
    const entry = owner?.disposition === 'taken' ? owner.entry : undefined;
    const artifactId = entry?.id ?? same?.id;
    const alone = artifactId === undefined;
    batch.companions.kept[type] += 1;
    if (alone) batch.companions.alone += 1;
    const belonging = entry && { owner: entry, request };
    batch.kept.push({ ...{ type, ...place, crc32: memberCrc32, artifactId, recordId, alone }, ...belonging });
    return true;
  }

  /**
   * Returns the ID of the warcinfo record that applies to a record. `warcinfoId`: WARC-Warcinfo-ID of the record, if it
   * has one.
   */
  governing(warcinfoId: string | undefined): string | undefined {
    const warcinfo = this.#warcinfos.of(warcinfoId);
    return warcinfo ? warcinfo.finding.recordId : NO_WARCINFO;
  }

  /** Whether warcinfo records are in memory, some of which `end` may have to store. */
  get holds(): boolean {
    return this.#warcinfos.held.length > 0;
  }

  /** Returns the warcinfo records that no stored record needed. Call after the last record. */
  end(batch: OpenBatch): SegmentPart[] {
    return this.#warcinfos.held.flatMap((warcinfo) => this.#endWarcinfo(warcinfo, batch));
  }

  /**
   * Returns the warcinfo record to append before the next record. Returns an empty list if it is already the segment's
   * latest warcinfo record.
   */
  frame(warcinfoId: string | undefined, batch: OpenBatch): readonly SegmentPart[] {
    const warcinfo = this.#warcinfos.of(warcinfoId);
    if (!warcinfo || batch.warcinfo === warcinfo) return NO_PIECES;
    batch.warcinfo = warcinfo;
    if (warcinfo.use !== 'stored') batch.companions.kept.warcinfo += 1;
    warcinfo.use = 'stored';
    return [createKeptPart(warcinfo, batch, () => ({ artifactId: undefined }))];
  }

  /** Reverts `frame` for a batch that is discarded. */
  unframe({ warcinfo, companions }: OpenBatch): void {
    if (warcinfo && companions.kept.warcinfo > 0) warcinfo.use = 'none';
  }

  #endWarcinfo(warcinfo: Warcinfo, batch: OpenBatch): SegmentPart[] {
    if (warcinfo.use === 'stored') return [];
    if (warcinfo.use === 'dropped') {
      this.#countDropped('duplicate', 1, batch);
      return [];
    }
    batch.companions.kept.warcinfo += 1;
    batch.companions.alone += 1;
    return [createKeptPart(warcinfo, batch, () => ({ artifactId: undefined, alone: true }))];
  }

  #admitAdjacent(before: Companions, after: Companions, batch: OpenBatch): AdjacentCompanions {
    if (!this.#kept) {
      this.#countDropped('setting', before.length + after.length, batch);
      return NO_ADJACENT_COMPANIONS;
    }
    for (const { finding } of before) batch.companions.kept[finding.type] += 1;
    for (const { finding } of after) batch.companions.kept[finding.type] += 1;
    return { before, after };
  }

  #storeAlone(companion: IncomingRecord<ParsedCompanion>, batch: OpenBatch): SegmentPart[] {
    if (this.#kept) batch.companions.alone += 1;
    return this.#storeSeparately(companion, batch, () => ({ artifactId: undefined }));
  }

  #storeSeparately(
    companion: IncomingRecord<ParsedCompanion>,
    batch: OpenBatch,
    belonging: () => RecordOwnership,
  ): SegmentPart[] {
    if (!this.#kept) {
      this.#countDropped('setting', 1, batch);
      return [];
    }
    const { type, warcinfoId } = companion.finding;
    batch.companions.kept[type] += 1;
    return [...this.frame(warcinfoId, batch), createKeptPart(companion, batch, belonging)];
  }

  #countDropped(reason: DropReason, count: number, batch: OpenBatch): void {
    batch.companions.dropped[this.#kept ? reason : 'setting'] += count;
  }

  #markWarcinfoDropped(warcinfoId: string | undefined): void {
    const warcinfo = this.#warcinfos.of(warcinfoId);
    if (warcinfo?.use === 'none') warcinfo.use = 'dropped';
  }
}

type RecordOwnership = Pick<KeptRecord, 'artifactId' | 'owner' | 'request' | 'alone'>;

/**
 * Creates the part of the segment for a companion record. Calls `belonging` only when the record is appended, because
 * the preceding artifacts get their IDs only then.
 */
function createKeptPart(
  { finding, member }: { finding: ParsedCompanion; member: Uint8Array },
  { kept }: OpenBatch,
  belonging: () => RecordOwnership,
): SegmentPart {
  const { type, recordId, memberLength: length, memberCrc32 } = finding;
  const placed = (offset: number) => {
    kept.push({ type, offset, length, crc32: memberCrc32, recordId, ...belonging() });
  };
  return { member, placed };
}

/** Returns why the artifact's companion records are dropped, or undefined if they are stored. */
function findDropReason({ disposition }: UploadedCapture): DropReason | undefined {
  return disposition === 'duplicate' || disposition === 'excluded' ? disposition : undefined;
}

const NO_PIECES: readonly SegmentPart[] = [];
