// Groups the records of an upload so that each artifact is stored together with its companion records (request,
// metadata). A record that may still be matched waits in a lookahead buffer of at most MOST_HELD records and
// MOST_HELD_BYTES on each side of the artifact.

import type { ImportEntry } from '../record/entry.ts';
import {
  type CapturedRequest,
  type CompanionType,
  companionTypes,
  type MemberLocation,
  type ParsedCompanion,
} from '../record/read-companion.ts';
import type { DigestedRecord, UnreadableRange } from '../record/read-record.ts';
import { findLinkedCompanions, hasLinks, RecordLinks, type UploadedCapture } from './record-links.ts';

type FoundRecord = DigestedRecord | ParsedCompanion | UnreadableRange;

/** A record and its compressed bytes. The bytes are empty if they are stored elsewhere. */
export interface IncomingRecord<F> {
  readonly finding: F;
  /** May be replaced by a copy while the record waits. */
  member: Uint8Array;
}

/** An artifact with the companion records to be stored directly before and after it. */
export interface ArtifactGroup {
  readonly arranged: 'group';
  readonly capture: UploadedCapture;
  readonly artifact: IncomingRecord<DigestedRecord>;
  readonly before: readonly IncomingRecord<ParsedCompanion>[];
  after: readonly IncomingRecord<ParsedCompanion>[];
  /** Request from the first request record among the companions. */
  request: CapturedRequest | undefined;
}

/** A companion record that cannot be stored next to its artifact, or that has none. */
export interface LooseCompanion {
  readonly arranged: 'apart';
  readonly companion: IncomingRecord<ParsedCompanion>;
  readonly owner: UploadedCapture | undefined;
  /** Request of the artifact; set only if this record is the artifact's first request record. */
  readonly request: CapturedRequest | undefined;
}

export type GroupedRecord =
  | ArtifactGroup
  | LooseCompanion
  /** A warcinfo record, which applies to the records after it. */
  | { readonly arranged: 'warcinfo'; readonly companion: IncomingRecord<ParsedCompanion> }
  /** A companion record that cannot be stored. */
  | { readonly arranged: 'spoilt'; readonly companion: ParsedCompanion }
  | { readonly arranged: 'damage'; readonly stretch: UnreadableRange };

interface Leading {
  /** Number of the record in the upload. */
  readonly place: number;
  readonly companion: IncomingRecord<ParsedCompanion>;
}

/** Maximum number of companions on each side of an artifact. */
const MOST_HELD = 64;
const MOST_HELD_BYTES = 9 * 1024 * 1024;

export class RecordGrouper {
  readonly #links = new RecordLinks();
  /** Companion records whose artifact has not arrived yet. */
  #leading: Leading[] = [];
  #open: ArtifactGroup | undefined;
  #place = 0;
  /** Whether the last record was the artifact of the open group, or one of its companions. */
  #besideOpen = false;

  /** Takes the next record. Appends every record that is now grouped to `out`. */
  take(arrival: IncomingRecord<FoundRecord>, out: GroupedRecord[]): void {
    const { finding } = arrival;
    this.#place += 1;
    if (finding.finding === 'record') this.#takeArtifact(arrival as IncomingRecord<DigestedRecord>, out);
    else if (finding.finding === 'companion')
      this.#takeCompanion(arrival as IncomingRecord<ParsedCompanion>, out);
    else {
      this.closeGroup(out);
      out.push({ arranged: 'damage', stretch: finding });
    }
  }

  /**
   * Counts the text (in characters) that arrived with the last records. The text stays in memory for as long as any of
   * these records is remembered.
   */
  tookTexts(characters: number): void {
    this.#links.tookTexts(characters);
  }

  /** Completes the group of the last artifact. Companions without an artifact keep waiting. */
  closeGroup(out: GroupedRecord[]): void {
    if (this.#open) out.push(this.#open);
    this.#open = undefined;
    this.#besideOpen = false;
  }

  /** Completes all waiting groups. */
  close(out: GroupedRecord[]): void {
    this.closeGroup(out);
    for (const { companion } of this.#leading) out.push(this.#apart(companion));
    this.#leading = [];
  }

  /** Returns the artifact that is waiting for its companions. */
  get waiting(): UploadedCapture | undefined {
    return this.#open?.capture;
  }

  /** Returns all waiting records in order. */
  held(): IncomingRecord<DigestedRecord | ParsedCompanion>[] {
    const group = this.#open ? [...this.#open.before, this.#open.artifact, ...this.#open.after] : [];
    return [...group, ...this.#leading.map(({ companion }) => companion)];
  }

  #takeArtifact(artifact: IncomingRecord<DigestedRecord>, out: GroupedRecord[]): void {
    this.closeGroup(out);
    const { concurrentTo } = artifact.finding;
    const capture: UploadedCapture = { disposition: 'undecided', entry: undefined, hasRequest: false };
    const before = this.#leading.length > 0 ? this.#claim(artifact.finding, out) : NONE;
    const group: ArtifactGroup = {
      arranged: 'group',
      capture,
      artifact,
      before,
      after: NONE,
      request: undefined,
    };
    this.#links.rememberArtifact(artifact.finding, capture);
    for (const { finding } of before) this.#join(group, finding);
    for (const recordId of concurrentTo ?? []) this.#links.remember({ recordId }, capture);
    this.#open = group;
    this.#besideOpen = true;
  }

  #join(group: ArtifactGroup, companion: ParsedCompanion): void {
    const { type, request } = companion;
    this.#links.remember(companion, group.capture);
    if (type !== 'request' || group.capture.hasRequest) return;
    group.capture.hasRequest = true;
    group.request = request;
  }

  /**
   * Removes the companions of this artifact from the lookahead buffer. Companions that cannot belong to a later
   * artifact are appended to `out`.
   */
  #claim(artifact: DigestedRecord, out: GroupedRecord[]): IncomingRecord<ParsedCompanion>[] {
    const linked = findLinkedCompanions(
      artifact,
      this.#leading.map(({ companion }) => companion.finding),
    );
    const beside = this.#requestBefore(artifact, linked);
    if (beside) linked.add(beside);
    const claimed: IncomingRecord<ParsedCompanion>[] = [];
    const waiting: Leading[] = [];
    for (const one of this.#leading) {
      if (linked.has(one.companion.finding)) claimed.push(one.companion);
      else if (hasLinks(one.companion.finding)) waiting.push(one);
      else out.push(this.#apart(one.companion));
    }
    this.#leading = waiting;
    return claimed;
  }

  /** Returns the request record directly before the artifact if it has the same URL and date. */
  #requestBefore(artifact: DigestedRecord, linked: ReadonlySet<ParsedCompanion>) {
    if ([...linked].some(({ type }) => type === 'request')) return undefined;
    let place = this.#place;
    for (const { place: own, companion } of this.#leading.toReversed()) {
      if (own !== --place) return undefined;
      const { finding } = companion;
      if (!linked.has(finding)) return isRequestOf(finding, artifact) ? finding : undefined;
    }
    return undefined;
  }

  #takeCompanion(companion: IncomingRecord<ParsedCompanion>, out: GroupedRecord[]): void {
    const { finding } = companion;
    if (finding.error !== undefined) {
      out.push({ arranged: 'spoilt', companion: finding });
      return;
    }
    if (finding.type === 'warcinfo' && finding.memberAt !== 'chunks') {
      this.close(out);
      out.push({ arranged: 'warcinfo', companion });
      return;
    }
    const owner = this.#links.ownerOf(finding) ?? this.#artifactBefore(finding);
    this.#besideOpen &&= owner === this.#open!.capture;
    if (!owner) this.#wait(companion, out);
    else if (owner === this.#open?.capture && hasRoom(this.#open.after, companion)) {
      // Copied instead of pushed: most artifacts have one or two companions, and an array that grows allocates sixteen
      // slots.
      this.#open.after = [...this.#open.after, companion];
      this.#join(this.#open, finding);
    } else {
      // The artifact must precede its loose companion in the output.
      if (owner === this.#open?.capture) this.closeGroup(out);
      out.push(this.#apart(companion));
    }
  }

  /**
   * Returns the artifact directly before a request record if both have the same URL and date and the request record
   * refers to no other record.
   */
  #artifactBefore(request: ParsedCompanion): UploadedCapture | undefined {
    if (!this.#besideOpen || !this.#open || hasLinks(request)) return undefined;
    const { capture, artifact } = this.#open;
    return !capture.hasRequest && isRequestOf(request, artifact.finding) ? capture : undefined;
  }

  #wait(companion: IncomingRecord<ParsedCompanion>, out: GroupedRecord[]): void {
    // A record that is written in chunks as the chunks arrive is already stored.
    if (companion.finding.memberAt === 'chunks') {
      out.push(this.#apart(companion));
      return;
    }
    this.#leading.push({ place: this.#place, companion });
    const held = this.#leading.map((one) => one.companion);
    while (held.length > 1 && !hasRoom(held.slice(0, -1), companion)) {
      held.shift();
      out.push(this.#apart(this.#leading.shift()!.companion));
    }
  }

  /** Looks up the artifact again, because another companion of the same artifact may have arrived meanwhile. */
  #apart(companion: IncomingRecord<ParsedCompanion>): LooseCompanion {
    const { finding } = companion;
    const owner = this.#links.ownerOf(finding);
    const isFirstRequest = owner !== undefined && finding.type === 'request' && !owner.hasRequest;
    if (owner) this.#links.remember(finding, owner);
    if (isFirstRequest) owner.hasRequest = true;
    return { arranged: 'apart', companion, owner, request: isFirstRequest ? finding.request : undefined };
  }
}

const NONE: readonly IncomingRecord<ParsedCompanion>[] = [];

function isRequestOf({ type, url, collectionMs }: ParsedCompanion, artifact: DigestedRecord): boolean {
  return type === 'request' && url === artifact.url && collectionMs === artifact.collectionMs;
}

function hasRoom(held: readonly IncomingRecord<unknown>[], { member }: IncomingRecord<unknown>): boolean {
  let bytes = member.length;
  for (const one of held) bytes += one.member.length;
  return held.length < MOST_HELD && bytes <= MOST_HELD_BYTES;
}

/** An entry that would replace a damaged artifact. The artifact's companions must be carried over. */
export interface ArtifactReplacement {
  /** Entry whose `replacementFor` is the id of the damaged artifact. */
  readonly entry: ImportEntry;
  /** Companions that came with the entry. */
  readonly own: readonly IncomingRecord<ParsedCompanion>[];
}

/**
 * Reason why a companion was not stored: its artifact was not stored either (`duplicate`, `excluded`), the companion is
 * damaged, or a setting excludes it.
 */
export const dropReasons = ['duplicate', 'excluded', 'damaged', 'setting'] as const;
export type DropReason = (typeof dropReasons)[number];

/** Counts the stored and dropped companions of an upload, for the import's summary and for metrics. */
export class CompanionCounts {
  /** Counts by type. A warcinfo counts once, even if several segments contain it. */
  readonly kept: Record<CompanionType, number> = {
    warcinfo: 0,
    request: 0,
    metadata: 0,
    conversion: 0,
    continuation: 0,
    other: 0,
  };
  readonly dropped: Record<DropReason, number> = { duplicate: 0, excluded: 0, damaged: 0, setting: 0 };
  /** Stored companions that belong to no imported artifact. */
  alone = 0;

  add(other: CompanionCounts): void {
    for (const type of companionTypes) this.kept[type] += other.kept[type];
    for (const reason of dropReasons) this.dropped[reason] += other.dropped[reason];
    this.alone += other.alone;
  }
}

const NOTHING = new Uint8Array(0);

/** Returns the record's gzip member within the bytes of its batch, or no bytes if it is stored elsewhere. */
export function readMemberBytes(
  finding: MemberLocation | { readonly finding: 'damage' },
  bytes: Uint8Array,
): Uint8Array {
  if (!('memberAt' in finding) || finding.memberAt !== 'batch') return NOTHING;
  return bytes.subarray(finding.memberStart, finding.memberStart + finding.memberLength);
}
