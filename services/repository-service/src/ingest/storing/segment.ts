// Writes one segment. Finds the segment's AU in the index, or creates it, before the first record is stored. A segment
// is a complete WARC file: a `warcinfo` record, the stored members, and the manifest. It is invisible until it is
// closed.
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
import { makeRecordUuid } from '../../domain/record-uuid.ts';
import { ensureAu } from '../../index/aus/au.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface SegmentLocation {
  readonly namespace: string;
  readonly auid: string;
  /** Lower-case hex SHA-256 of the AUID. An AUID may contain any character, but an object key may not. */
  readonly auidHash: string;
}

export interface SegmentDeps {
  readonly store: ObjectStore;
  readonly software: string;
  newId(): string;
  nowMs(): number;
  /** Throws DiskFullError if no space is left. Writes that are almost complete may finish. */
  checkRoom?(): void;
}

/** Origin of a segment's artifacts. Determines their uuids: `makeRecordUuid`, or the ids of their records. */
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

  /** `payloads`: how payloads were read. The first record states this, in case the manifest is lost. */
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

  /** Appends stored members and takes ownership of the bytes. Returns the offset of the first byte in the segment. */
  async append(bytes: Uint8Array): Promise<number> {
    this.#deps.checkRoom?.();
    if (this.#sizeBytes === 0) await this.#write(this.#warcinfo());
    const offset = this.#sizeBytes;
    await this.#write(bytes);
    return offset;
  }

  /**
   * Returns the uuid of an imported artifact: the given uuid or, without one, a uuid derived from the offset of the
   * record.
   */
  uuidOf({ given }: Pick<CapturedRecord, 'given'>, offset: number): string {
    return given?.uuid ?? makeRecordUuid(this.#id, offset);
  }

  /** Writes the manifest and makes the segment durable. */
  async close(entries: readonly ImportEntry[], kept: readonly KeptRecord[] = []): Promise<ClosedSegment> {
    const manifestOffset = this.#sizeBytes;
    const lines = linesOf(entries, kept, this.storeMs);
    const count = entries.length + kept.length;
    const dateMs = this.#deps.nowMs();
    await this.#write(await makeManifestMember({ ...this.#identity(), dateMs, lines, count }));
    return { key: this.key, manifestOffset, ...(await this.#writer.close()) };
  }

  /** Drops the segment. Nothing of it remains in the store. */
  abort(): Promise<void> {
    return this.#writer.abort();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.length;
    await this.#writer.write(bytes);
  }

  #warcinfo(): Uint8Array {
    const { namespace, auid } = this.#place;
    const fields = { software: this.#deps.software, namespace, auid, artifacts: this.origin };
    const payloads = this.#payloads === 'recorded' ? { payloads: this.#payloads } : {};
    return makeWarcinfoMember({ ...this.#identity(), fields: { ...fields, ...payloads } });
  }

  #identity(): NewRecordIdentity {
    return makeSegmentIdentity(this.#deps, this.key, this.storeMs);
  }
}

/** Yields lines one by one, because all of them together would take megabytes. */
function* linesOf(
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

/** Returns the identity of the first or the last record of a segment. */
export function makeSegmentIdentity({ newId }: SegmentDeps, key: string, storeMs: number): NewRecordIdentity {
  return { recordId: createRecordId(newId()), dateMs: storeMs, filename: key };
}

export interface ImportTarget extends SegmentLocation {
  readonly auId: number;
  readonly namespaceId: number;
  /** Whether the AU had no artifact. If so, no record of this import can be a duplicate of an older one. */
  readonly wasEmpty: boolean;
  /** Whether an artifact of the AU was known to be damaged. An incoming record may then repair it. */
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

/** Returns that part of a segment's location in the store that the name of its AU determines. */
export function toSegmentLocation({ namespace, auid }: { namespace: string; auid: string }): SegmentLocation {
  return { namespace, auid, auidHash: hashAuid(auid).toString('hex') };
}

export function hashAuid(auid: string): Buffer {
  return createHash('sha256').update(auid, 'utf8').digest();
}

/** A complete gzip member, and a callback that receives the member's offset in the segment. */
export interface SegmentPiece {
  readonly member: Uint8Array;
  placed?(offset: number): void;
  /** Whether nothing reads the member's bytes after all pieces were appended. */
  readonly isSpent?: boolean;
}

/** Appends members to a segment. Members that are adjacent in memory are written together without copying. */
export async function appendPieces(
  segment: Pick<Segment, 'append'>,
  pieces: readonly SegmentPiece[],
): Promise<void> {
  for (let from = 0; from < pieces.length; ) {
    const to = endOfRun(pieces, from);
    let offset = await segment.append(joined(pieces[from]!.member, pieces[to - 1]!.member));
    for (const { member, placed } of pieces.slice(from, to)) {
      placed?.(offset);
      offset += member.length;
    }
    from = to;
  }
  for (const { member, isSpent } of pieces) if (isSpent) letGo(member);
}

/**
 * Returns the index after the last piece that is adjacent in memory. Compares offsets first, because reading a view's
 * `buffer` is slow.
 */
function endOfRun(pieces: readonly SegmentPiece[], from: number): number {
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

/** Returns the memory from the start of the first view to the end of the last one. All views must be adjacent. */
function joined(first: Uint8Array, last: Uint8Array): Uint8Array {
  const { buffer, byteOffset } = first;
  return new Uint8Array(buffer, byteOffset, last.byteOffset + last.length - byteOffset);
}

/** A waiting member of at least this size gets memory of its own. */
const LARGE_BYTES = 1024 * 1024;
const ofOneMember = new WeakSet<ArrayBufferLike>();

/**
 * Frees copies of large members immediately, because all copies of an upload would otherwise wait for the garbage
 * collector.
 */
function letGo({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && ofOneMember.delete(buffer)) buffer.transfer(0);
}

/** Copies members into one buffer, because the memory in which the members arrived is returned to the codec thread. */
function copiedTogether(members: readonly Uint8Array[]): Uint8Array[] {
  const copy = new Uint8Array(members.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return members.map((member) => {
    copy.set(member, at);
    at += member.length;
    return copy.subarray(at - member.length, at);
  });
}

/** Copies waiting members, because the buffer in which they arrived is returned to the codec thread. */
export function copyWaitingMembers(waiting: readonly { member: Uint8Array }[], bytes: Uint8Array): void {
  const held = waiting.filter(({ member }) => member.buffer === bytes.buffer);
  const [large, small] = [held.filter(isLarge), held.filter((one) => !isLarge(one))];
  const copies = copiedTogether(small.map(({ member }) => member));
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
