// Groups the records of an upload so that each artifact is stored together with its companion records (request,
// metadata). Records that may still be matched wait in a lookahead buffer. Each artifact can have at most MAX_HELD
// companion records and MAX_HELD_BYTES before it, and as many after it.

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

/** Record and its compressed bytes. The bytes are empty if they are already in a segment. */
export interface IncomingRecord<F> {
  readonly finding: F;
  /** Compressed bytes of the record. Replaced by a copy if the record waits. */
  member: Uint8Array;
}

/** Artifact with the companion records (request, metadata) to store directly before and after it. */
export interface ArtifactGroup {
  readonly arranged: 'group';
  readonly capture: UploadedCapture;
  readonly artifact: IncomingRecord<DigestedRecord>;
  readonly before: readonly IncomingRecord<ParsedCompanion>[];
  after: readonly IncomingRecord<ParsedCompanion>[];
  /** Request of the artifact, from its first request record. */
  request: CapturedRequest | undefined;
}

/** Companion record (request, metadata) that cannot be stored adjacent to its artifact, or that has no artifact. */
export interface LooseCompanion {
  readonly arranged: 'apart';
  readonly companion: IncomingRecord<ParsedCompanion>;
  readonly owner: UploadedCapture | undefined;
  /** Request of the artifact. Set only if this record is the first request record of its artifact. */
  readonly request: CapturedRequest | undefined;
}

export type GroupedRecord =
  | ArtifactGroup
  | LooseCompanion
  /** Warcinfo record, which applies to the following records. */
  | { readonly arranged: 'warcinfo'; readonly companion: IncomingRecord<ParsedCompanion> }
  /** Companion record that cannot be stored because it is damaged. */
  | { readonly arranged: 'rejected'; readonly companion: ParsedCompanion }
  | { readonly arranged: 'damage'; readonly range: UnreadableRange };

interface BufferedCompanion {
  /** Sequence number of the record in the upload. */
  readonly place: number;
  readonly companion: IncomingRecord<ParsedCompanion>;
}

/** Maximum number of companion records before an artifact, and after it. */
const MAX_HELD = 64;
const MAX_HELD_BYTES = 9 * 1024 * 1024;

export class RecordGrouper {
  readonly #links = new RecordLinks();
  /** Companion records whose artifact has not arrived yet. */
  #lookahead: BufferedCompanion[] = [];
  #open: ArtifactGroup | undefined;
  #place = 0;
  /** Whether the last record was the artifact of the open group or one of its companion records. */
  #followsOpenGroup = false;

  /** Adds the next record. Appends to `out` the groups that this record completes. */
  take(arrival: IncomingRecord<FoundRecord>, out: GroupedRecord[]): void {
    const { finding } = arrival;
    this.#place += 1;
    if (finding.finding === 'record') this.#openGroup(arrival as IncomingRecord<DigestedRecord>, out);
    else if (finding.finding === 'companion')
      this.#assignCompanion(arrival as IncomingRecord<ParsedCompanion>, out);
    else {
      this.closeGroup(out);
      out.push({ arranged: 'damage', range: finding });
    }
  }

  /**
   * Adds the length of the text that the latest records share. The text stays in memory while a link to any of these
   * records is cached.
   */
  tookTexts(characters: number): void {
    this.#links.tookTexts(characters);
  }

  /** Completes the group of the latest artifact. Companion records whose artifact has not arrived continue to wait. */
  closeGroup(out: GroupedRecord[]): void {
    if (this.#open) out.push(this.#open);
    this.#open = undefined;
    this.#followsOpenGroup = false;
  }

  /** Completes all groups and releases all waiting records. */
  close(out: GroupedRecord[]): void {
    this.closeGroup(out);
    for (const { companion } of this.#lookahead) out.push(this.#toLooseCompanion(companion));
    this.#lookahead = [];
  }

  /** Returns the artifact whose group may still get companion records. */
  get waiting(): UploadedCapture | undefined {
    return this.#open?.capture;
  }

  /** Returns all waiting records in upload order. */
  held(): IncomingRecord<DigestedRecord | ParsedCompanion>[] {
    const group = this.#open ? [...this.#open.before, this.#open.artifact, ...this.#open.after] : [];
    return [...group, ...this.#lookahead.map(({ companion }) => companion)];
  }

  #openGroup(artifact: IncomingRecord<DigestedRecord>, out: GroupedRecord[]): void {
    this.closeGroup(out);
    const { concurrentTo } = artifact.finding;
    const capture: UploadedCapture = { disposition: 'undecided', entry: undefined, hasRequest: false };
    const before = this.#lookahead.length > 0 ? this.#claim(artifact.finding, out) : NONE;
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
    this.#followsOpenGroup = true;
  }

  #join(group: ArtifactGroup, companion: ParsedCompanion): void {
    const { type, request } = companion;
    this.#links.remember(companion, group.capture);
    if (type !== 'request' || group.capture.hasRequest) return;
    group.capture.hasRequest = true;
    group.request = request;
  }

  /**
   * Removes the artifact's companion records from the lookahead buffer and returns them. Appends to `out` companion
   * records that can belong neither to this artifact nor to a later one.
   */
  #claim(artifact: DigestedRecord, out: GroupedRecord[]): IncomingRecord<ParsedCompanion>[] {
    const linked = findLinkedCompanions(
      artifact,
      this.#lookahead.map(({ companion }) => companion.finding),
    );
    const request = this.#findRequestBefore(artifact, linked);
    if (request) linked.add(request);
    const claimed: IncomingRecord<ParsedCompanion>[] = [];
    const waiting: BufferedCompanion[] = [];
    for (const one of this.#lookahead) {
      if (linked.has(one.companion.finding)) claimed.push(one.companion);
      else if (hasLinks(one.companion.finding)) waiting.push(one);
      else out.push(this.#toLooseCompanion(one.companion));
    }
    this.#lookahead = waiting;
    return claimed;
  }

  /** Returns the request record directly before the artifact, if both have the same URL and date. */
  #findRequestBefore(artifact: DigestedRecord, linked: ReadonlySet<ParsedCompanion>) {
    if ([...linked].some(({ type }) => type === 'request')) return undefined;
    let place = this.#place;
    for (const { place: own, companion } of this.#lookahead.toReversed()) {
      if (own !== --place) return undefined;
      const { finding } = companion;
      if (!linked.has(finding)) return isRequestOf(finding, artifact) ? finding : undefined;
    }
    return undefined;
  }

  #assignCompanion(companion: IncomingRecord<ParsedCompanion>, out: GroupedRecord[]): void {
    const { finding } = companion;
    if (finding.error !== undefined) {
      out.push({ arranged: 'rejected', companion: finding });
      return;
    }
    if (finding.type === 'warcinfo' && finding.memberAt !== 'chunks') {
      this.close(out);
      out.push({ arranged: 'warcinfo', companion });
      return;
    }
    const owner = this.#links.ownerOf(finding) ?? this.#findArtifactBefore(finding);
    this.#followsOpenGroup &&= owner === this.#open!.capture;
    if (!owner) this.#bufferCompanion(companion, out);
    else if (owner === this.#open?.capture && hasSpace(this.#open.after, companion)) {
      // Copy instead of `push`: `push` allocates sixteen slots, but most artifacts have one or two companion records.
      this.#open.after = [...this.#open.after, companion];
      this.#join(this.#open, finding);
    } else {
      // Output the artifact before its separate companion record.
      if (owner === this.#open?.capture) this.closeGroup(out);
      out.push(this.#toLooseCompanion(companion));
    }
  }

  /**
   * Returns the artifact directly before a request record, if both have the same URL and date. Call only for request
   * records that refer to no record.
   */
  #findArtifactBefore(request: ParsedCompanion): UploadedCapture | undefined {
    if (!this.#followsOpenGroup || !this.#open || hasLinks(request)) return undefined;
    const { capture, artifact } = this.#open;
    return !capture.hasRequest && isRequestOf(request, artifact.finding) ? capture : undefined;
  }

  #bufferCompanion(companion: IncomingRecord<ParsedCompanion>, out: GroupedRecord[]): void {
    // A record that arrived in chunks is already in a segment, so it cannot wait.
    if (companion.finding.memberAt === 'chunks') {
      out.push(this.#toLooseCompanion(companion));
      return;
    }
    this.#lookahead.push({ place: this.#place, companion });
    const held = this.#lookahead.map((one) => one.companion);
    while (held.length > 1 && !hasSpace(held.slice(0, -1), companion)) {
      held.shift();
      out.push(this.#toLooseCompanion(this.#lookahead.shift()!.companion));
    }
  }

  /** Looks up the artifact again: since the first look-up, more links between records may have arrived. */
  #toLooseCompanion(companion: IncomingRecord<ParsedCompanion>): LooseCompanion {
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

function hasSpace(held: readonly IncomingRecord<unknown>[], { member }: IncomingRecord<unknown>): boolean {
  let bytes = member.length;
  for (const one of held) bytes += one.member.length;
  return held.length < MAX_HELD && bytes <= MAX_HELD_BYTES;
}

/** Entry that is to replace a damaged artifact, whose companion records (request, metadata) must be carried over. */
export interface ArtifactReplacement {
  /** New entry. Its `replacementFor` is the ID of the damaged artifact. */
  readonly entry: ImportEntry;
  /** Companion records that were uploaded with the entry. */
  readonly own: readonly IncomingRecord<ParsedCompanion>[];
}

/**
 * Reason why a companion record (request, metadata) was not stored. `duplicate` and `excluded`: its artifact was
 * dropped for this reason. `setting`: the settings exclude companion records.
 */
export const dropReasons = ['duplicate', 'excluded', 'damaged', 'setting'] as const;
export type DropReason = (typeof dropReasons)[number];

/** Counts stored and dropped companion records of an upload, for the import's summary and the metrics. */
export class CompanionCounts {
  /** Numbers of stored records, by type. A warcinfo record counts once, even if several segments contain it. */
  readonly kept: Record<CompanionType, number> = {
    warcinfo: 0,
    request: 0,
    metadata: 0,
    conversion: 0,
    continuation: 0,
    other: 0,
  };
  readonly dropped: Record<DropReason, number> = { duplicate: 0, excluded: 0, damaged: 0, setting: 0 };
  /** Number of stored companion records without an artifact. */
  alone = 0;

  add(other: CompanionCounts): void {
    for (const type of companionTypes) this.kept[type] += other.kept[type];
    for (const reason of dropReasons) this.dropped[reason] += other.dropped[reason];
    this.alone += other.alone;
  }
}

const NOTHING = new Uint8Array(0);

/** Returns the record's gzip member in the bytes of its batch, or an empty array if it was sent in chunks. */
export function readMemberBytes(
  finding: MemberLocation | { readonly finding: 'damage' },
  bytes: Uint8Array,
): Uint8Array {
  if (!('memberAt' in finding) || finding.memberAt !== 'batch') return NOTHING;
  return bytes.subarray(finding.memberStart, finding.memberStart + finding.memberLength);
}
