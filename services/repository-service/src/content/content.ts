// Opens the content of an artifact in the object store: the captured HTTP header block, and the payload or block. Reads
// small content in one step (small-content.ts). If a byte is wrong, the stream fails before its end.
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { openStoredRecord, type StoredRecord } from '@holdfast/warc';
import type { StoredArtifact, StoredRecordPosition } from '../index/artifact.db.ts';
import type { ArtifactContent } from './artifact-content.ts';
import { mustReadWhole, sliceStream } from './byte-range.ts';
import { combineHeads, isChunked } from './capture-fields.ts';
import { type ExpectedDigest, FixityCheck } from './fixity.ts';
import type { RecordHeaders } from './head-for-payload.ts';
import type { RecordStore } from './relocating-reader.ts';
import { type ContentSource, readSmallContent, readSmallContentSync } from './small-content.ts';
import { openMember } from './stored-member.ts';

/** Maximum size of content that is verified completely before the first byte of a response is sent. */
const CHECKED_FIRST_BYTES = 1024 * 1024;

/** The request that reads an artifact. Creates its abort signal on first access. */
export interface ContentReader {
  readonly signal: AbortSignal;
}

/**
 * Opens the content. Returns synchronously if the content is in memory, because one promise per function call would
 * double the cost of a small read.
 */
export function openContent(
  source: ContentSource,
  artifact: StoredArtifact,
  reader: ContentReader,
): ArtifactContent | Promise<ArtifactContent> {
  return readSmallContentSync(source, artifact) ?? loadContent(source, artifact, reader.signal);
}

async function loadContent(
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

function contentOf(artifact: StoredArtifact, own: RecordHeaders, holder: StoredRecord): ArtifactContent {
  const { contentLength, sha256, storedSha1, dechunked } = artifact;
  const fixity: ExpectedDigest = { algorithm: 'sha256', digest: sha256, lengthBytes: contentLength };
  const payload = () => checkPayloadStream(fixity, holder.body({ dechunk: dechunked }));
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
      const stored: ExpectedDigest = { algorithm: 'sha1', digest: storedSha1, lengthBytes };
      return { lengthBytes, body: await checkPayloadStream(stored, holder.body({ dechunk: false })) };
    },
    checkHead: () => readToEnd(holder),
    release: () => {},
    close: () => holder.destroy(),
  };
}

/**
 * Verifies a payload against its digest. A small payload is returned only after verification. For a large payload, the
 * stream withholds the last bytes until the digest has been verified.
 */
async function checkPayloadStream(fixity: ExpectedDigest, source: Readable): Promise<Readable> {
  // Ignore the error here, because the reader of `check` gets the same error.
  const check = pipeline(source, new FixityCheck(fixity), () => undefined);
  return fixity.lengthBytes <= CHECKED_FIRST_BYTES ? Readable.from([await buffer(check)]) : check;
}

/** Verifies a record's checksum by reading the record to its end, unless it is very long. Then releases the record. */
async function readToEnd(record: StoredRecord): Promise<void> {
  if (mustReadWhole(record.bodyLength)) await finished(record.body({ dechunk: false }).resume());
  record.destroy();
}
