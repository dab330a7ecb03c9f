// Content of an archive with a single record: its length, which is known in advance, and any range of its bytes.
import { Readable } from 'node:stream';
import { makeStoredMember } from '../../domain/record/stored-gzip.ts';
import type { WarcName } from '../../domain/replay/warc-name.ts';
import type { StoredArtifact, StoredRecordPosition } from '../../index/artifact.db.ts';
import { type ByteRange, mustReadWhole, sliceStream } from '../byte-range.ts';
import { openMember } from '../stored-member.ts';
import { composeRevisitBytes, loadComposition, type RecordSource } from './composed-bytes.ts';
import { inflateRecords, readInflatedLength } from './inflated-record.ts';

export interface WarcContent {
  readonly lengthBytes: number;
  /** Strong entity tag without quotes. Contents with the same tag have the same bytes. */
  readonly tag: string;
  /** Each call starts a new read. */
  read(range: ByteRange): Promise<Readable>;
}

export async function openWarcContent(
  source: RecordSource,
  artifact: StoredArtifact,
  form: WarcName['form'],
): Promise<WarcContent> {
  // The CRC-32 is part of the tag, because a repair replaces the record.
  const tag = `${artifact.id}-${(artifact.record.crc32 ?? 0).toString(16)}-${form}`;
  if (artifact.sharedPayload) return composedContent(source, artifact, form, tag);
  if (form === 'gzip') return openStoredWarc(source, artifact.record, tag);
  return openInflatedWarc(source, artifact.record, {
    lengthBytes: await readInflatedLength(source, artifact),
    tag,
  });
}

/** Returns the stored bytes unchanged. */
export function openStoredWarc(source: RecordSource, place: StoredRecordPosition, tag: string): WarcContent {
  return { lengthBytes: place.length, tag, read: memberReader(source, place) };
}

/** Returns the uncompressed records of stored members. `lengthBytes`: their total length. */
export function openInflatedWarc(
  source: RecordSource,
  place: StoredRecordPosition,
  { lengthBytes, tag }: Pick<WarcContent, 'lengthBytes' | 'tag'>,
): WarcContent {
  return {
    lengthBytes,
    tag,
    read: async (range) => slice(inflateRecords(source, place, lengthBytes), range, lengthBytes),
  };
}

/** Reads the stored bytes unchanged. A range of a long record is read alone and not verified. */
function memberReader({ store, signal }: RecordSource, place: StoredRecordPosition) {
  const { key, offset, length } = place;
  return async (range: ByteRange) => {
    const { start, end } = range;
    const whole = start === 0 && end === length - 1;
    if (whole || mustReadWhole(length)) return slice(await openMember(store, place, signal), range);
    return store.read(key, { offset: offset + start, length: end - start + 1, signal });
  };
}

async function composedContent(
  source: RecordSource,
  artifact: StoredArtifact,
  form: WarcName['form'],
  tag: string,
): Promise<WarcContent> {
  const composing = await loadComposition(source, artifact);
  const record = () => composeRevisitBytes(source, artifact, composing);
  if (form === 'plain') {
    return {
      lengthBytes: composing.recordBytes,
      tag,
      read: async (range) => slice(record(), range, composing.recordBytes),
    };
  }
  const member = () => makeStoredMember(record(), composing.recordBytes);
  return {
    lengthBytes: composing.memberBytes,
    tag,
    read: async (range) => slice(member(), range, composing.memberBytes),
  };
}

/**
 * Returns a range as a stream. Unless the record is very long, reads the whole record before the last bytes of the
 * range are delivered.
 */
function slice(bytes: AsyncIterable<Uint8Array>, range: ByteRange, lengthBytes = 0): Readable {
  const source = Readable.from(bytes, { objectMode: false });
  return Readable.from(sliceStream(source, range, mustReadWhole(lengthBytes)), { objectMode: false });
}
