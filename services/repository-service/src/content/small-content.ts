// Reads and verifies a small artifact in one step. Most artifacts are small, and a stream costs more than reading the
// bytes. Behaves like the streams in content.ts.
import { BufferPool } from '@holdfast/object-store';
import { dechunkBody, readWholeRecord, type WholeRecord } from '@holdfast/warc';
import type { StoredArtifact, StoredRecordPosition } from '../index/artifact.db.ts';
import type { ArtifactContent } from './artifact-content.ts';
import { combineHeads, isChunked } from './capture-fields.ts';
import type { CachedContent, ContentCache } from './content-cache.ts';
import { checkBytes, type ExpectedDigest } from './fixity.ts';
import type { RecordStore } from './relocating-reader.ts';
import { readMember, readMemberSync } from './stored-member.ts';

/**
 * Maximum size of a small gzip member or payload. A payload of this size is inflated and digested in a few tenths of a
 * millisecond.
 */
const SMALL_BYTES = 128 * 1024;
/**
 * Maximum size of a small record after inflating. Larger records are streamed. The limit exceeds the payload limit,
 * because a record also contains headers and chunked framing.
 */
const MAX_INFLATED_BYTES = 1024 * 1024;
/** Usual maximum size of a record's WARC header and HTTP header block. */
const HEADS_BYTES = 4 * 1024;

// Pool the buffers. Allocating and garbage-collecting a buffer per read would take up to a third of the inflating time.
const SPARE_BYTES = 64 * 1024;
const MAX_SPARE = 32;
const spare = new BufferPool(SPARE_BYTES, MAX_SPARE);

export interface ContentSource {
  readonly store: RecordStore;
  /** Undefined if the cache is disabled. */
  readonly cache: ContentCache | undefined;
}

// Buffer for one gzip member. All readers share it, because it is filled and inflated without an `await` in between.
const memberRoom = Buffer.allocUnsafeSlow(SMALL_BYTES);

/**
 * Reads and verifies the content. Returns undefined if the artifact is too large. Throws DamagedRecordError,
 * FixityError, and errors of the store.
 */
export async function readSmallContent(
  { store, cache }: ContentSource,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<ArtifactContent | undefined> {
  const places = smallPlaces(artifact);
  if (!places) return undefined;
  const read = new ReadRecords(artifact, cache);
  for (const place of places) {
    const member = readMemberSync(store, place, memberRoom) ?? (await readMember(store, place, signal));
    if (!read.add(place, member)) {
      read.release();
      return undefined;
    }
  }
  return read.content();
}

/** Works like `readSmallContent`, but synchronously. Also returns undefined if the store cannot read synchronously. */
export function readSmallContentSync(
  { store, cache }: ContentSource,
  artifact: StoredArtifact,
): ArtifactContent | undefined {
  const places = smallPlaces(artifact);
  if (!places) return undefined;
  const kept = cache?.find(artifact);
  if (kept) return contentOf(artifact, kept, { payload: () => kept.payload, release: () => {} });
  const read = new ReadRecords(artifact, cache);
  for (const place of places) {
    const member = readMemberSync(store, place, memberRoom);
    if (!member || !read.add(place, member)) {
      read.release();
      return undefined;
    }
  }
  return read.content();
}

/** Returns the locations of the artifact's records. The last record contains the payload. */
function smallPlaces({
  record,
  sharedPayload,
  contentLength,
}: StoredArtifact): readonly StoredRecordPosition[] | undefined {
  if (contentLength > SMALL_BYTES || record.length > SMALL_BYTES) return undefined;
  if (!sharedPayload) return [record];
  return sharedPayload.length > SMALL_BYTES ? undefined : [record, sharedPayload];
}

/** Records of one artifact, with their buffers. */
class ReadRecords {
  readonly #artifact: StoredArtifact;
  readonly #cache: ContentCache | undefined;
  #isWanted: boolean | undefined;
  readonly #records: WholeRecord[] = [];
  readonly #rooms: Buffer[] = [];

  constructor(artifact: StoredArtifact, cache: ContentCache | undefined) {
    this.#artifact = artifact;
    this.#cache = cache;
  }

  /** Inflates a record and adds it. Returns false if the record is too large after inflating. */
  add({ crc32 }: StoredRecordPosition, member: Buffer): boolean {
    const { contentLength, sharedPayload } = this.#artifact;
    const likelyBytes = contentLength + HEADS_BYTES;
    const holdsPayload = !sharedPayload || this.#records.length > 0;
    const room = this.#allocateRoom(likelyBytes);
    const record = readWholeRecord(member, {
      mostBytes: MAX_INFLATED_BYTES,
      likelyBytes,
      room,
      // If a CRC-32 is stored, readMember has already verified it.
      intact: crc32 !== undefined,
      payloadLength: holdsPayload ? contentLength : undefined,
    });
    if (record) this.#records.push(record);
    return record !== undefined;
  }

  #allocateRoom(likelyBytes: number): Buffer | undefined {
    this.#isWanted ??= this.#cache?.wants(this.#artifact) ?? false;
    if (this.#isWanted) return Buffer.allocUnsafeSlow(likelyBytes);
    const room = likelyBytes <= SPARE_BYTES ? spare.take() : undefined;
    if (room) this.#rooms.push(room);
    return room;
  }

  content(): ArtifactContent {
    const artifact = this.#artifact;
    const records = { own: this.#records[0]!, holder: this.#records.at(-1)! };
    return contentOf(artifact, records, {
      payload: () =>
        this.#cache && this.#isWanted
          ? cacheContent(this.#cache, artifact, records)
          : checkSmallPayload(artifact, records.holder.body),
      release: () => this.release(),
    });
  }

  release(): void {
    for (const room of this.#rooms.splice(0)) spare.give(room);
  }
}

type Records = Pick<CachedContent, 'own' | 'holder'>;

/** Caches the content and returns the payload. */
function cacheContent(cache: ContentCache, artifact: StoredArtifact, records: Records): Buffer {
  const { own, holder } = records;
  // Copy a de-chunked payload. It is a view of the larger body, which would otherwise stay in memory.
  const body = artifact.dechunked ? Buffer.from(holder.body) : holder.body;
  const payload = checkSmallPayload(artifact, body);
  const buffers = new Set([own.body.buffer, holder.body.buffer, payload.buffer]);
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  cache.keep(artifact, { own, holder, payload, bytes });
  return payload;
}

function checkSmallPayload({ contentLength, sha256, dechunked }: StoredArtifact, body: Buffer): Buffer {
  const fixity: ExpectedDigest = { algorithm: 'sha256', digest: sha256, lengthBytes: contentLength };
  return checkBytes(fixity, dechunked ? dechunkBody(body) : body);
}

function contentOf(
  artifact: StoredArtifact,
  { own, holder }: Records,
  { payload, release }: { payload(): Buffer; release(): void },
): ArtifactContent {
  const { contentLength, storedSha1, dechunked } = artifact;
  const { head, field } = combineHeads(artifact, own, holder);
  return {
    head,
    field,
    payload: (range) => (range ? payload().subarray(range.start, range.end + 1) : payload()),
    storedBody: async () => {
      if (artifact.sharedPayload && !(dechunked && isChunked(head))) {
        return { lengthBytes: contentLength, body: payload() };
      }
      const lengthBytes = holder.body.length;
      const fixity: ExpectedDigest = { algorithm: 'sha1', digest: storedSha1, lengthBytes };
      return { lengthBytes, body: checkBytes(fixity, holder.body) };
    },
    checkHead: async () => {},
    release,
    close: () => {},
  };
}
