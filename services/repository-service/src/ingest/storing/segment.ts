// Writes a segment: a complete WARC file with a warcinfo record, the stored gzip members, and a manifest. The segment
// becomes visible when it is closed. `openImportTarget` finds or creates the AU before the first record is stored.
import { createHash } from 'node:crypto';
import type { ObjectStore, ObjectWriter } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import {
  createRecordId,
  makeManifestMember,
  makeWarcinfoMember,
  type NewRecordIdentity,
  type PayloadReading,
} from '@holdfast/warc';
import type { ImportEntry } from '../../domain/record/entry.ts';
import { type ClosedSegment, formatKeptLine, type KeptRecord } from '../../domain/record/manifest.ts';
import { formatManifestLine } from '../../domain/record/manifest-line.ts';
import type { CapturedRecord } from '../../domain/record/read-record.ts';
import { makeRecordUuid } from '../../domain/segments.ts';
import { ensureAu } from '../../index/aus/au.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface SegmentLocation {
  readonly namespace: string;
  readonly auid: string;
  /** SHA-256 of the AUID in lower-case hex. Object keys contain the hash, because an AUID may not be a valid key. */
  readonly auidHash: string;
}

export interface SegmentDeps {
  readonly store: ObjectStore;
  readonly software: string;
  newId(): string;
  nowMs(): number;
  /**
   * Throws DiskFullError if the disk has less free space than its reserve. The reserve ensures that open segments can
   * still be closed.
   */
  checkRoom?(): void;
}

/** Origin of a segment's artifacts. Determines whether UUIDs come from `makeRecordUuid` or from the record IDs. */
export type ArtifactOrigin = 'imported' | 'created' | 'migrated';

export class Segment {
  readonly key: string;
  readonly storeMs: number;
  readonly origin: ArtifactOrigin;
  readonly #id: string;
  readonly #deps: SegmentDeps;
  readonly #place: SegmentLocation;
  readonly #writer: ObjectWriter;
  readonly #payloads: PayloadReading;
  #sizeBytes = 0;

  /** `payloads`: how payloads were extracted. Written to the warcinfo record, in case the manifest is lost. */
  constructor(
    deps: SegmentDeps,
    place: SegmentLocation,
    origin: ArtifactOrigin,
    payloads: PayloadReading = 'entity',
  ) {
    this.#deps = deps;
    this.#place = place;
    this.storeMs = deps.nowMs();
    this.#id = deps.newId();
    this.origin = origin;
    this.#payloads = payloads;
    this.key = makeSegmentKey(place, this.#id);
    this.#writer = deps.store.create(this.key);
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Appends gzip members, which the caller must not modify afterwards. Returns the offset of the first byte. */
  async append(bytes: Uint8Array): Promise<number> {
    this.#deps.checkRoom?.();
    if (this.#sizeBytes === 0) await this.#write(this.#buildWarcinfo());
    const offset = this.#sizeBytes;
    await this.#write(bytes);
    return offset;
  }

  /** Returns the UUID of an imported artifact: its existing one, or one derived from the offset of its record. */
  uuidOf({ given }: Pick<CapturedRecord, 'given'>, offset: number): string {
    return given?.uuid ?? makeRecordUuid(this.#id, offset);
  }

  /** Writes the manifest and makes the segment durable. */
  async close(entries: readonly ImportEntry[], kept: readonly KeptRecord[] = []): Promise<ClosedSegment> {
    const manifestOffset = this.#sizeBytes;
    const lines = formatLines(entries, kept, this.storeMs);
    const count = entries.length + kept.length;
    const dateMs = this.#deps.nowMs();
    await this.#write(await makeManifestMember({ ...this.#makeIdentity(), dateMs, lines, count }));
    return { key: this.key, manifestOffset, ...(await this.#writer.close()) };
  }

  /** Discards the segment and its bytes in the store. */
  abort(): Promise<void> {
    return this.#writer.abort();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.length;
    await this.#writer.write(bytes);
  }

  #buildWarcinfo(): Uint8Array {
    const { namespace, auid } = this.#place;
    const fields = { software: this.#deps.software, namespace, auid, artifacts: this.origin };
    const payloads = this.#payloads === 'recorded' ? { payloads: this.#payloads } : {};
    return makeWarcinfoMember({ ...this.#makeIdentity(), fields: { ...fields, ...payloads } });
  }

  #makeIdentity(): NewRecordIdentity {
    return makeSegmentIdentity(this.#deps, this.key, this.storeMs);
  }
}

/** Yields the lines one by one, because together they would take megabytes. */
function* formatLines(
  entries: readonly ImportEntry[],
  kept: readonly KeptRecord[],
  storeMs: number,
): Generator<string, void> {
  for (const entry of entries) yield formatManifestLine(entry, storeMs);
  for (const record of kept) yield formatKeptLine(record);
}

export function makeSegmentKey({ namespace, auidHash }: SegmentLocation, id: string): string {
  return `ns/${namespace}/${auidHash}/${id}.warc.gz`;
}

/** Returns the record ID, date and file name for the warcinfo record or the manifest of a segment. */
export function makeSegmentIdentity({ newId }: SegmentDeps, key: string, storeMs: number): NewRecordIdentity {
  return { recordId: createRecordId(newId()), dateMs: storeMs, filename: key };
}

export interface ImportTarget extends SegmentLocation {
  readonly auId: number;
  readonly namespaceId: number;
  /**
   * Whether the AU had no artifacts when the import started. If so, the check before storing does not query the index.
   */
  readonly wasEmpty: boolean;
  /** Whether the AU had damaged artifacts when the import started. If so, incoming records may repair them. */
  readonly wasDamaged: boolean;
}

export async function openImportTarget(
  db: Executor<IndexSchema>,
  { namespace, auid }: { namespace: string; auid: string },
): Promise<ImportTarget> {
  const hash = hashAuid(auid);
  const { auId, namespaceId, artifactCount, damaged } = await ensureAu(db, { namespace, auid, hash });
  return {
    ...toSegmentLocation({ namespace, auid }),
    auId,
    namespaceId,
    wasEmpty: artifactCount === 0,
    wasDamaged: damaged,
  };
}

/** Returns the namespace, the AUID and its hash, which locate the AU's segments in the store. */
export function toSegmentLocation({ namespace, auid }: { namespace: string; auid: string }): SegmentLocation {
  return { namespace, auid, auidHash: hashAuid(auid).toString('hex') };
}

export function hashAuid(auid: string): Buffer {
  return createHash('sha256').update(auid, 'utf8').digest();
}

/** Gzip member to append. `placed`: called with its offset in the segment. */
export interface SegmentPart {
  readonly member: Uint8Array;
  placed?(offset: number): void;
  /** True if the bytes are no longer needed after they were appended. */
  readonly isSpent?: boolean;
}

/** Appends gzip members to a segment. Writes members that are adjacent in memory together, without copying. */
export async function appendSegmentParts(
  segment: Pick<Segment, 'append'>,
  pieces: readonly SegmentPart[],
): Promise<void> {
  for (let from = 0; from < pieces.length; ) {
    const to = findRunEnd(pieces, from);
    let offset = await segment.append(joinViews(pieces[from]!.member, pieces[to - 1]!.member));
    for (const { member, placed } of pieces.slice(from, to)) {
      placed?.(offset);
      offset += member.length;
    }
    from = to;
  }
  for (const { member, isSpent } of pieces) if (isSpent) freeBuffer(member);
}

/**
 * Returns the end index of the gzip members that are adjacent in memory. Compares offsets first, because reading
 * `buffer` of a view is slow.
 */
function findRunEnd(pieces: readonly SegmentPart[], from: number): number {
  const first = pieces[from]!.member;
  const { buffer } = first;
  let end = first.byteOffset + first.length;
  for (let to = from + 1; to < pieces.length; to++) {
    const { member } = pieces[to]!;
    if (member.byteOffset !== end || member.buffer !== buffer) return to;
    end += member.length;
  }
  return pieces.length;
}

/** Returns one view from the start of the first view to the end of the last one. */
function joinViews(first: Uint8Array, last: Uint8Array): Uint8Array {
  const { buffer, byteOffset } = first;
  return new Uint8Array(buffer, byteOffset, last.byteOffset + last.length - byteOffset);
}

/** Minimum size of a waiting gzip member that gets a buffer of its own. */
const LARGE_BYTES = 1024 * 1024;
const ofOneMember = new WeakSet<ArrayBufferLike>();

/** Frees the buffer of a large gzip member now. Otherwise, buffers accumulate until a garbage collection. */
function freeBuffer({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && ofOneMember.delete(buffer)) buffer.transfer(0);
}

/** Copies several gzip members into one buffer. */
function copyTogether(members: readonly Uint8Array[]): Uint8Array[] {
  const copy = new Uint8Array(members.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return members.map((member) => {
    copy.set(member, at);
    at += member.length;
    return copy.subarray(at - member.length, at);
  });
}

/** Copies the waiting gzip members out of their buffer, because the buffer is returned to the codec thread. */
export function copyWaitingMembers(waiting: readonly { member: Uint8Array }[], bytes: Uint8Array): void {
  const held = waiting.filter(({ member }) => member.buffer === bytes.buffer);
  const [large, small] = [held.filter(isLarge), held.filter((one) => !isLarge(one))];
  const copies = copyTogether(small.map(({ member }) => member));
  small.forEach((arrival, i) => {
    arrival.member = copies[i]!;
  });
  for (const arrival of large) {
    arrival.member = new Uint8Array(arrival.member);
    ofOneMember.add(arrival.member.buffer);
  }
}

function isLarge({ member }: { member: Uint8Array }): boolean {
  return member.length >= LARGE_BYTES;
}
