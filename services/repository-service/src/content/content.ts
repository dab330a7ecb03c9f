// Opens the content of an artifact from the object store: its HTTP head as captured, and its payload or block. Small
// contents are read whole (small-content.ts). A stream fails before its end if any byte is wrong.
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { openStoredRecord, type StoredRecord } from '@holdfast/warc';
import type { StoredArtifact, StoredRecordPosition } from '../index/artifact.db.ts';
import type { ArtifactContent } from './artifact-content.ts';
import { mustReadWhole, sliceStream } from './byte-range.ts';
import { combineHeads, isChunked } from './capture-fields.ts';
import { type Fixity, FixityCheck } from './fixity.ts';
import type { HeadedRecord } from './head-for-payload.ts';
import type { RecordStore } from './relocating-reader.ts';
import { type ContentSource, readSmallContent, readSmallContentSync } from './small-content.ts';
import { openMember } from './stored-member.ts';

/** Contents up to this size are verified completely before the first byte of a response is sent. */
const CHECKED_FIRST_BYTES = 1024 * 1024;

/** Reader of one artifact's content. Its abort signal is created on first access. */
export interface ContentReader {
  readonly signal: AbortSignal;
}

/**
 * Returns synchronously when the content is in memory. An extra promise per layer would double the cost of a
 * small read.
 */
export function openContent(
  source: ContentSource,
  artifact: StoredArtifact,
  reader: ContentReader,
): ArtifactContent | Promise<ArtifactContent> {
  return readSmallContentSync(source, artifact) ?? contentLater(source, artifact, reader.signal);
}

async function contentLater(
  source: ContentSource,
  artifact: StoredArtifact,
  signal: AbortSignal,
): Promise<ArtifactContent> {
  const small = await readSmallContent(source, artifact, signal);
  if (small) return small;
  const { sharedPayload, contentLength } = artifact;
  const open = (place: StoredRecordPosition, payloadLength?: number) =>
    openRecord(source.store, place, signal, payloadLength);
  const record = await open(artifact.record, sharedPayload ? undefined : contentLength);
  if (!sharedPayload) return contentOf(artifact, record, record);
  await readToEnd(record);
  return contentOf(artifact, record, await open(sharedPayload, contentLength));
}

async function openRecord(
  store: RecordStore,
  place: StoredRecordPosition,
  signal: AbortSignal,
  payloadLength?: number,
) {
  return openStoredRecord(await openMember(store, place, signal), payloadLength);
}

function contentOf(artifact: StoredArtifact, own: HeadedRecord, holder: StoredRecord): ArtifactContent {
  const { contentLength, sha256, storedSha1, dechunked } = artifact;
  const fixity: Fixity = { algorithm: 'sha256', digest: sha256, lengthBytes: contentLength };
  const payload = () => checked(fixity, holder.body({ dechunk: dechunked }));
  const fields = combineHeads(artifact, own, holder);
  return {
    ...fields,
    payload: async (range) => {
      const whole = await payload();
      return range
        ? Readable.from(sliceStream(whole, range, mustReadWhole(contentLength)), { objectMode: false })
        : whole;
    },
    storedBody: async () => {
      if (artifact.sharedPayload && !(dechunked && isChunked(fields.head))) {
        return { lengthBytes: contentLength, body: await payload() };
      }
      const lengthBytes = holder.bodyLength;
      const stored: Fixity = { algorithm: 'sha1', digest: storedSha1, lengthBytes };
      return { lengthBytes, body: await checked(stored, holder.body({ dechunk: false })) };
    },
    checkHead: () => readToEnd(holder),
    release: () => {},
    close: () => holder.destroy(),
  };
}

/**
 * Verifies a small source completely before returning. Withholds the last bytes of a large source until all bytes are
 * verified.
 */
async function checked(fixity: Fixity, source: Readable): Promise<Readable> {
  // The callback ignores errors, because errors of the source reach the check and its reader as well.
  const check = pipeline(source, new FixityCheck(fixity), () => undefined);
  return fixity.lengthBytes <= CHECKED_FIRST_BYTES ? Readable.from([await buffer(check)]) : check;
}

/** Releases a record. Unless the record is very long, reads it to its end first to verify its checksum. */
async function readToEnd(record: StoredRecord): Promise<void> {
  if (mustReadWhole(record.bodyLength)) await finished(record.body({ dechunk: false }).resume());
  record.destroy();
}
