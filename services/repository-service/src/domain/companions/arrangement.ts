// Puts the records of an upload into the order in which they are stored: each artifact between its companions. What may
// still find its artifact, or its companions, is held back for a while: bounded, whatever comes.

import type { Entry } from '../record/entry.ts';
import {
  type CapturedRequest,
  type CompanionType,
  companionTypes,
  type MemberPlace,
  type ReadCompanion,
} from '../record/read-companion.ts';
import type { ReadRecord, UnreadableStretch } from '../record/read-record.ts';
import { type Capture, linkedTo, namesOthers, RecordLinks } from './record-links.ts';

/** A record with the bytes of its member, which are empty when those are elsewhere. */
export interface Arrival<F> {
  readonly finding: F;
  /** May be put into the place of the bytes that came, while the record waits. */
  member: Uint8Array;
}

/** An artifact and the companions to be stored directly before and behind it. */
export interface Group {
  readonly arranged: 'group';
  readonly capture: Capture;
  readonly artifact: Arrival<ReadRecord>;
  readonly before: readonly Arrival<ReadCompanion>[];
  after: readonly Arrival<ReadCompanion>[];
  /** That of the first request among its companions. */
  request: CapturedRequest | undefined;
}

/** A companion whose place beside its artifact is gone, or that belongs to none. */
export interface Apart {
  readonly arranged: 'apart';
  readonly companion: Arrival<ReadCompanion>;
  readonly owner: Capture | undefined;
  /** The request of its owner, which had none until now. */
  readonly request: CapturedRequest | undefined;
}

export type Arranged =
  | Group
  | Apart
  /** The warcinfo of what follows. */
  | { readonly arranged: 'warcinfo'; readonly companion: Arrival<ReadCompanion> }
  /** A companion that cannot be kept. */
  | { readonly arranged: 'spoilt'; readonly companion: ReadCompanion }
  | { readonly arranged: 'damage'; readonly stretch: UnreadableStretch };

interface Leading {
  /** Its place in the upload. */
  readonly place: number;
  readonly companion: Arrival<ReadCompanion>;
}

/** What is held on either side of an artifact at most. */
const MOST_HELD = 64;
const MOST_HELD_BYTES = 9 * 1024 * 1024;

export class Arrangement {
  readonly #links = new RecordLinks();
  /** Companions whose artifact has not come. */
  #leading: Leading[] = [];
  #open: Group | undefined;
  #place = 0;
  /** What came last is the open group's artifact or one of its companions. */
  #besideOpen = false;

  /** Takes the next record; what is arranged by that goes into `out`. */
  take(arrival: Arrival<ReadRecord | ReadCompanion | UnreadableStretch>, out: Arranged[]): void {
    const { finding } = arrival;
    this.#place += 1;
    if (finding.finding === 'record') this.#takeArtifact(arrival as Arrival<ReadRecord>, out);
    else if (finding.finding === 'companion') this.#takeCompanion(arrival as Arrival<ReadCompanion>, out);
    else {
      this.closeGroup(out);
      out.push({ arranged: 'damage', stretch: finding });
    }
  }

  /** What came just now has texts of so many characters, which stay as long as any record of it is remembered. */
  tookTexts(characters: number): void {
    this.#links.tookTexts(characters);
  }

  /** Ends the wait of the artifact that came last, for its companions. Nobody waits for what becomes of a companion alone. */
  closeGroup(out: Arranged[]): void {
    if (this.#open) out.push(this.#open);
    this.#open = undefined;
    this.#besideOpen = false;
  }

  /** Ends every wait. */
  close(out: Arranged[]): void {
    this.closeGroup(out);
    for (const { companion } of this.#leading) out.push(this.#apart(companion));
    this.#leading = [];
  }

  /** The artifact that waits. */
  get waiting(): Capture | undefined {
    return this.#open?.capture;
  }

  /** Everything that waits, in order. */
  held(): Arrival<ReadRecord | ReadCompanion>[] {
    const group = this.#open ? [...this.#open.before, this.#open.artifact, ...this.#open.after] : [];
    return [...group, ...this.#leading.map(({ companion }) => companion)];
  }

  #takeArtifact(artifact: Arrival<ReadRecord>, out: Arranged[]): void {
    this.closeGroup(out);
    const { concurrentTo } = artifact.finding;
    const capture: Capture = { fate: 'undecided', entry: undefined, hasRequest: false };
    const before = this.#leading.length > 0 ? this.#claim(artifact.finding, out) : NONE;
    const group: Group = { arranged: 'group', capture, artifact, before, after: NONE, request: undefined };
    this.#links.rememberArtifact(artifact.finding, capture);
    for (const { finding } of before) this.#join(group, finding);
    for (const recordId of concurrentTo ?? []) this.#links.remember({ recordId }, capture);
    this.#open = group;
    this.#besideOpen = true;
  }

  #join(group: Group, companion: ReadCompanion): void {
    const { type, request } = companion;
    this.#links.remember(companion, group.capture);
    if (type !== 'request' || group.capture.hasRequest) return;
    group.capture.hasRequest = true;
    group.request = request;
  }

  /** Takes out what was waiting for this artifact; what can wait for nothing else goes apart. */
  #claim(artifact: ReadRecord, out: Arranged[]): Arrival<ReadCompanion>[] {
    const linked = linkedTo(
      artifact,
      this.#leading.map(({ companion }) => companion.finding),
    );
    const beside = this.#requestBefore(artifact, linked);
    if (beside) linked.add(beside);
    const claimed: Arrival<ReadCompanion>[] = [];
    const waiting: Leading[] = [];
    for (const one of this.#leading) {
      if (linked.has(one.companion.finding)) claimed.push(one.companion);
      else if (namesOthers(one.companion.finding)) waiting.push(one);
      else out.push(this.#apart(one.companion));
    }
    this.#leading = waiting;
    return claimed;
  }

  /** The request directly before the artifact, of the same URL and date. */
  #requestBefore(artifact: ReadRecord, linked: ReadonlySet<ReadCompanion>): ReadCompanion | undefined {
    if ([...linked].some(({ type }) => type === 'request')) return undefined;
    let place = this.#place;
    for (const { place: own, companion } of this.#leading.toReversed()) {
      if (own !== --place) return undefined;
      const { finding } = companion;
      if (!linked.has(finding)) return isRequestOf(finding, artifact) ? finding : undefined;
    }
    return undefined;
  }

  #takeCompanion(companion: Arrival<ReadCompanion>, out: Arranged[]): void {
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
      // Most artifacts have one or two, and an array that grows takes room for sixteen.
      this.#open.after = [...this.#open.after, companion];
      this.#join(this.#open, finding);
    } else {
      // What it belongs to is arranged before it.
      if (owner === this.#open?.capture) this.closeGroup(out);
      out.push(this.#apart(companion));
    }
  }

  /** The artifact directly before a request that names no other record, of the same URL and date. */
  #artifactBefore(request: ReadCompanion): Capture | undefined {
    if (!this.#besideOpen || !this.#open || namesOthers(request)) return undefined;
    const { capture, artifact } = this.#open;
    return !capture.hasRequest && isRequestOf(request, artifact.finding) ? capture : undefined;
  }

  #wait(companion: Arrival<ReadCompanion>, out: Arranged[]): void {
    // What lies in chunks has been written already.
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

  /** Asked again whom it belongs to: another companion of the same artifact may have come meanwhile. */
  #apart(companion: Arrival<ReadCompanion>): Apart {
    const { finding } = companion;
    const owner = this.#links.ownerOf(finding);
    const isFirstRequest = owner !== undefined && finding.type === 'request' && !owner.hasRequest;
    if (owner) this.#links.remember(finding, owner);
    if (isFirstRequest) owner.hasRequest = true;
    return { arranged: 'apart', companion, owner, request: isFirstRequest ? finding.request : undefined };
  }
}

const NONE: readonly Arrival<ReadCompanion>[] = [];

function isRequestOf({ type, url, collectionMs }: ReadCompanion, artifact: ReadRecord): boolean {
  return type === 'request' && url === artifact.url && collectionMs === artifact.collectionMs;
}

function hasRoom(held: readonly Arrival<unknown>[], { member }: Arrival<unknown>): boolean {
  let bytes = member.length;
  for (const one of held) bytes += one.member.length;
  return held.length < MOST_HELD && bytes <= MOST_HELD_BYTES;
}

/** An entry that would take the place of a damaged artifact, whose companions it is to have, too. */
export interface Heir {
  /** Its `heirOf` is the damaged artifact. */
  readonly entry: Entry;
  /** The companions that came with it. */
  readonly own: readonly Arrival<ReadCompanion>[];
}

/** Why a companion was not kept: with its artifact, because it is damaged, or because it is not wanted. */
export const dropReasons = ['duplicate', 'excluded', 'damaged', 'setting'] as const;
export type DropReason = (typeof dropReasons)[number];

/** What became of the companions of an upload: for the import's last words, and for metrics. */
export class CompanionCounts {
  /** By type. A warcinfo counts once, however many segments it was put into. */
  readonly kept: Record<CompanionType, number> = {
    warcinfo: 0,
    request: 0,
    metadata: 0,
    conversion: 0,
    continuation: 0,
    other: 0,
  };
  readonly dropped: Record<DropReason, number> = { duplicate: 0, excluded: 0, damaged: 0, setting: 0 };
  /** Of those that are kept: belonging to nothing that was imported. */
  alone = 0;

  add(other: CompanionCounts): void {
    for (const type of companionTypes) this.kept[type] += other.kept[type];
    for (const reason of dropReasons) this.dropped[reason] += other.dropped[reason];
    this.alone += other.alone;
  }
}

const NOTHING = new Uint8Array(0);

/** Its member in the bytes of the batch that it came with; empty where it is not there. */
export function memberIn(
  finding: MemberPlace | { readonly finding: 'damage' },
  bytes: Uint8Array,
): Uint8Array {
  if (!('memberAt' in finding) || finding.memberAt !== 'batch') return NOTHING;
  return bytes.subarray(finding.memberStart, finding.memberStart + finding.memberLength);
}
