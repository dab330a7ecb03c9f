// The content of a small artifact, read and checked in one go: most artifacts are small, and streams cost more than their
// bytes. What is answered is the same as by streams (content.ts).
import { BufferPool } from '@holdfast/object-store';
import { dechunkedWhole, readWholeRecord, type WholeRecord } from '@holdfast/warc';
import type { StoredArtifact, StoredPlace } from '../index/artifact.db.ts';
import type { ArtifactContent } from './artifact-content.ts';
import { captureFields, saysChunked } from './capture-fields.ts';
import type { ContentCache, KeptContent } from './content-cache.ts';
import { checkedBytes, type Fixity } from './fixity.ts';
import type { RecordStore } from './relocating-reader.ts';
import { memberAtOnce, readMember } from './stored-member.ts';

/** Stored members and payload are small up to this: they take some tenths of a millisecond to inflate and digest. */
const SMALL_BYTES = 128 * 1024;
/** Record and chunk framing may add to the payload; what inflates to more is read as a stream. */
const MOST_INFLATED_BYTES = 1024 * 1024;
/** What the two heads of a record mostly need at most. */
const HEADS_BYTES = 4 * 1024;

// To make room anew for every read, and to find that nobody needs it any more, costs as much as a third of inflating.
const SPARE_BYTES = 64 * 1024;
const MOST_SPARE = 32;
const spare = new BufferPool(SPARE_BYTES, MOST_SPARE);

/** Where contents are read. */
export interface ContentSource {
  readonly store: RecordStore;
  /** Undefined: none is kept in memory. */
  readonly cache: ContentCache | undefined;
}

// For one member from when it is read until it is inflated, between which nothing else happens.
const memberRoom = Buffer.allocUnsafeSlow(SMALL_BYTES);

/** Undefined when the artifact is not small. Errors: DamagedRecordError, FixityError, those of the store. */
export async function smallContent(
  { store, cache }: ContentSource,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<ArtifactContent | undefined> {
  const places = smallPlaces(artifact);
  if (!places) return undefined;
  const read = new ReadRecords(artifact, cache);
  for (const place of places) {
    const member = memberAtOnce(store, place, memberRoom) ?? (await readMember(store, place, signal));
    if (!read.add(place, member)) {
      read.release();
      return undefined;
    }
  }
  return read.content();
}

/** The same where nothing need be waited for; undefined where something must, too. */
export function smallContentAtOnce(
  { store, cache }: ContentSource,
  artifact: StoredArtifact,
): ArtifactContent | undefined {
  const places = smallPlaces(artifact);
  if (!places) return undefined;
  const kept = cache?.find(artifact);
  if (kept) return contentOf(artifact, kept, { payload: () => kept.payload, release: () => {} });
  const read = new ReadRecords(artifact, cache);
  for (const place of places) {
    const member = memberAtOnce(store, place, memberRoom);
    if (!member || !read.add(place, member)) {
      read.release();
      return undefined;
    }
  }
  return read.content();
}

/** Where its records lie, of which the last one holds the payload. */
function smallPlaces({
  record,
  sharedPayload,
  contentLength,
}: StoredArtifact): readonly StoredPlace[] | undefined {
  if (contentLength > SMALL_BYTES || record.length > SMALL_BYTES) return undefined;
  if (!sharedPayload) return [record];
  return sharedPayload.length > SMALL_BYTES ? undefined : [record, sharedPayload];
}

/** The records of one artifact, and the room that they take. */
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

  /** False when it is not small after all. */
  add({ crc32 }: StoredPlace, member: Buffer): boolean {
    const { contentLength, sharedPayload } = this.#artifact;
    const likelyBytes = contentLength + HEADS_BYTES;
    const holdsPayload = !sharedPayload || this.#records.length > 0;
    const room = this.#room(likelyBytes);
    const record = readWholeRecord(member, {
      mostBytes: MOST_INFLATED_BYTES,
      likelyBytes,
      room,
      // Then readMember has held it to that.
      intact: crc32 !== undefined,
      payloadLength: holdsPayload ? contentLength : undefined,
    });
    if (record) this.#records.push(record);
    return record !== undefined;
  }

  #room(likelyBytes: number): Buffer | undefined {
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
          ? keep(this.#cache, artifact, records)
          : checkedPayload(artifact, records.holder.body),
      release: () => this.release(),
    });
  }

  release(): void {
    for (const room of this.#rooms.splice(0)) spare.give(room);
  }
}

type Records = Pick<KeptContent, 'own' | 'holder'>;

/** Answers the payload. */
function keep(cache: ContentCache, artifact: StoredArtifact, records: Records): Buffer {
  const { own, holder } = records;
  // What is without its chunk framing was made of the body's own bytes.
  const body = artifact.dechunked ? Buffer.from(holder.body) : holder.body;
  const payload = checkedPayload(artifact, body);
  const buffers = new Set([own.body.buffer, holder.body.buffer, payload.buffer]);
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  cache.keep(artifact, { own, holder, payload, bytes });
  return payload;
}

function checkedPayload({ contentLength, sha256, dechunked }: StoredArtifact, body: Buffer): Buffer {
  const fixity: Fixity = { algorithm: 'sha256', digest: sha256, lengthBytes: contentLength };
  return checkedBytes(fixity, dechunked ? dechunkedWhole(body) : body);
}

function contentOf(
  artifact: StoredArtifact,
  { own, holder }: Records,
  { payload, release }: { payload(): Buffer; release(): void },
): ArtifactContent {
  const { contentLength, storedSha1, dechunked } = artifact;
  const { head, field } = captureFields(artifact, own, holder);
  return {
    head,
    field,
    payload: (range) => (range ? payload().subarray(range.start, range.end + 1) : payload()),
    storedBody: async () => {
      if (artifact.sharedPayload && !(dechunked && saysChunked(head))) {
        return { lengthBytes: contentLength, body: payload() };
      }
      const lengthBytes = holder.body.length;
      const fixity: Fixity = { algorithm: 'sha1', digest: storedSha1, lengthBytes };
      return { lengthBytes, body: checkedBytes(fixity, holder.body) };
    },
    checkHead: async () => {},
    release,
    close: () => {},
  };
}
