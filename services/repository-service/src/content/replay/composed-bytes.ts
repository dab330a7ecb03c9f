// Produces the bytes of the record that is composed for a revisit. revisit.ts describes such records.
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { DamagedRecordError, openStoredRecord, type StoredRecord } from '@holdfast/warc';
import { type ComposedRecord, composeRecord, recordEnd } from '../../domain/record/revisit.ts';
import type { StoredArtifact, StoredRecordPosition } from '../../index/artifact.db.ts';
import { FixityCheck } from '../fixity.ts';
import { isCaptureOfUrl, makePayloadHead } from '../head-for-payload.ts';
import type { RecordStore } from '../relocating-reader.ts';
import { openMember } from '../stored-member.ts';
import { padHead } from './composed-head.ts';

export interface RevisitComposition extends ComposedRecord {
  /** HTTP head of the revisit, verbatim. Undefined if it has none. */
  readonly ownHead: Buffer | undefined;
}

export interface RecordSource {
  readonly store: RecordStore;
  readonly signal: AbortSignal;
}

/** Reads only the revisit, not its original. */
export async function loadComposition(
  source: RecordSource,
  artifact: StoredArtifact,
): Promise<RevisitComposition> {
  const revisit = await open(source, artifact.record);
  // Reads the revisit to its end, where the checksum that covers its head is stored.
  await finished(revisit.body({ dechunk: false }).resume());
  const ownHead = { bytes: revisit.http?.bytes.length ?? 0, status: revisit.http?.status };
  const composed = composeRecord({ ...artifact, ownHead });
  if (composed.memberBytes !== artifact.replayLength) {
    throw new DamagedRecordError('the stored revisit is not the one that was imported');
  }
  return { ...composed, ownHead: revisit.http?.bytes };
}

/** Yields the uncompressed record. Fails before the end if the payload differs from the stored one. */
export async function* composeRevisitBytes(
  source: RecordSource,
  artifact: StoredArtifact,
  { warcHeader, headFrom, headBytes, ownHead }: RevisitComposition,
): AsyncGenerator<Uint8Array> {
  const original = await open(source, artifact.sharedPayload!, artifact.contentLength);
  const head = headFrom === 'revisit' ? ownHead! : headOfOriginal(artifact, original);
  try {
    const payload: AsyncIterator<Buffer> = checkedPayload(artifact, original)[Symbol.asyncIterator]();
    const first = await payload.next();
    yield warcHeader;
    yield padHead(head, headBytes, !artifact.dechunked && !first.done && beginsWithChunk(first.value));
    for (let piece = first; !piece.done; piece = await payload.next()) yield piece.value;
    yield recordEnd;
  } finally {
    original.destroy();
  }
}

/** Returns whether the payload includes its chunk framing. The composed head must then announce the framing. */
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
 * Returns the head of the record with the payload. If that head does not apply to the artifact, returns a composed one.
 */
function headOfOriginal(artifact: StoredArtifact, original: StoredRecord): Buffer {
  const isOwn = original.http !== undefined && isCaptureOfUrl(original, artifact);
  return (isOwn ? original.http! : makePayloadHead(artifact, original)).bytes;
}

function checkedPayload(
  { sha256, contentLength, dechunked }: StoredArtifact,
  original: StoredRecord,
): Readable {
  const check = new FixityCheck({ algorithm: 'sha256', digest: sha256, lengthBytes: contentLength });
  return pipeline(original.body({ dechunk: dechunked }), check, () => undefined);
}
