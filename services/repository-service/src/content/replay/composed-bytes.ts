// Composes a record for a revisit from the revisit and the payload of its original (domain/record/revisit.ts).
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DamagedRecordError, openStoredRecord, type StoredRecord } from '@holdfast/warc';
import { type ComposedRecord, composeRecord, recordEndBytes } from '../../domain/record/revisit.ts';
import type { StoredArtifact, StoredRecordPosition } from '../../index/artifact.db.ts';
import { FixityCheck } from '../fixity.ts';
import { isCaptureOfUrl, makePayloadHead } from '../head-for-payload.ts';
import type { RecordStore } from '../relocating-reader.ts';
import { openMember } from '../stored-member.ts';
import { padHead } from './composed-head.ts';

export interface RevisitComposition extends ComposedRecord {
  /** HTTP header block of the revisit, byte for byte. Undefined if it has none. */
  readonly ownHead: Buffer | undefined;
}

export interface RecordSource {
  readonly store: RecordStore;
  readonly signal: AbortSignal;
}

/** Computes the headers and lengths of the composed record. Reads only the revisit, not its original. */
export async function loadComposition(
  source: RecordSource,
  artifact: StoredArtifact,
): Promise<RevisitComposition> {
  const revisit = await open(source, artifact.record);
  // Read the revisit to its end, because the checksum of the record is at the end.
  await finished(revisit.body({ dechunk: false }).resume());
  const ownHead = { bytes: revisit.http?.bytes.length ?? 0, status: revisit.http?.status };
  const composed = composeRecord({ ...artifact, ownHead });
  if (composed.memberBytes !== artifact.replayLength) {
    throw new DamagedRecordError('the stored revisit record differs from the imported record');
  }
  return { ...composed, ownHead: revisit.http?.bytes };
}

/** Yields the uncompressed composed record. Fails before the end if the payload is damaged. */
export async function* composeRevisitBytes(
  source: RecordSource,
  artifact: StoredArtifact,
  { warcHeader, headFrom, headBytes, ownHead }: RevisitComposition,
): AsyncGenerator<Uint8Array> {
  const original = await open(source, artifact.sharedPayload!, artifact.contentLength);
  const head = headFrom === 'revisit' ? ownHead! : choosePayloadHead(artifact, original);
  try {
    const payload: AsyncIterator<Buffer> = openCheckedPayload(artifact, original)[Symbol.asyncIterator]();
    const first = await payload.next();
    yield warcHeader;
    yield padHead(head, headBytes, !artifact.dechunked && !first.done && beginsWithChunk(first.value));
    for (let piece = first; !piece.done; piece = await payload.next()) yield piece.value;
    yield recordEndBytes;
  } finally {
    original.destroy();
  }
}

/** Returns whether the payload has chunked framing, which the composed header block must then announce. */
function beginsWithChunk(bytes: Buffer): boolean {
  return /^[0-9a-f]{1,16}[ \t]*(?:;[^\r\n]*)?\r?\n/i.test(bytes.toString('latin1', 0, 64));
}

async function open(
  { store, signal }: RecordSource,
  place: StoredRecordPosition,
  payloadLength?: number,
): Promise<StoredRecord> {
  return openStoredRecord(await openMember(store, place, signal), payloadLength);
}

/**
 * Returns the header block of the record that contains the payload. If that block does not apply to the artifact,
 * builds a new one.
 */
function choosePayloadHead(artifact: StoredArtifact, original: StoredRecord): Buffer {
  const isOwn = original.http !== undefined && isCaptureOfUrl(original, artifact);
  return (isOwn ? original.http! : makePayloadHead(artifact, original)).bytes;
}

function openCheckedPayload(
  { sha256, contentLength, dechunked }: StoredArtifact,
  original: StoredRecord,
): Readable {
  const check = new FixityCheck({ algorithm: 'sha256', digest: sha256, lengthBytes: contentLength });
  return pipeline(original.body({ dechunk: dechunked }), check, () => undefined);
}
