// The content of a small artifact, read and checked in one go: most artifacts are small, and streams cost more than their
// bytes. What is answered is the same as by streams (content.ts).
import { BufferPool } from '@holdfast/object-store';
import { dechunkedWhole, readWholeRecord, type WholeRecord } from '@holdfast/warc';
import type { StoredArtifact } from '../index/artifact.db.ts';
import type { ArtifactContent } from './artifact-content.ts';
import { captureFields, saysChunked } from './capture-fields.ts';
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

// For one member from when it is read until it is inflated, between which nothing else happens.
const memberRoom = Buffer.allocUnsafeSlow(SMALL_BYTES);

/** Undefined when the artifact is not small. Errors: DamagedRecordError, FixityError, those of the store. */
export async function smallContent(
  store: RecordStore,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<ArtifactContent | undefined> {
  const { record: own, sharedPayload, contentLength } = artifact;
  const places = sharedPayload ? [own, sharedPayload] : [own];
  if (contentLength > SMALL_BYTES || places.some(({ length }) => length > SMALL_BYTES)) return undefined;
  const likelyBytes = contentLength + HEADS_BYTES;
  const records: WholeRecord[] = [];
  const rooms: Buffer[] = [];
  for (const place of places) {
    const member = memberAtOnce(store, place, memberRoom) ?? (await readMember(store, place, signal));
    const room = likelyBytes <= SPARE_BYTES ? spare.take() : undefined;
    if (room) rooms.push(room);
    const record = readWholeRecord(member, {
      mostBytes: MOST_INFLATED_BYTES,
      likelyBytes,
      room,
      // Then readMember has held it to that.
      intact: place.crc32 !== undefined,
    });
    if (!record) return undefined;
    records.push(record);
  }
  const release = () => {
    for (const room of rooms.splice(0)) spare.give(room);
  };
  return contentOf(artifact, records[0]!, records.at(-1)!, release);
}

function contentOf(
  artifact: StoredArtifact,
  own: WholeRecord,
  holder: WholeRecord,
  release: () => void,
): ArtifactContent {
  const { contentLength, sha256, storedSha1, dechunked, kind } = artifact;
  const { head, field } = captureFields(kind, own, holder);
  const payload = () => {
    const fixity: Fixity = { algorithm: 'sha256', digest: sha256, lengthBytes: contentLength };
    return checkedBytes(fixity, dechunked ? dechunkedWhole(holder.body) : holder.body);
  };
  return {
    head,
    field,
    payload: async (range) => (range ? payload().subarray(range.start, range.end + 1) : payload()),
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
