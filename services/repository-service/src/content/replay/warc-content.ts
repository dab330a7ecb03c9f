// WARC file with one or more records of an artifact. Its length is known in advance, and any byte range can be read.
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
  /** Strong ETag, without quotes. Files with the same ETag are byte-identical. */
  readonly tag: string;
  /** Reads a byte range. Each call reads from the store again. */
  read(range: ByteRange): Promise<Readable>;
}

export async function openWarcContent(
  source: RecordSource,
  artifact: StoredArtifact,
  form: WarcName['form'],
): Promise<WarcContent> {
  // The ETag includes the CRC-32, because a repair replaces the record.
  const tag = `${artifact.id}-${(artifact.record.crc32 ?? 0).toString(16)}-${form}`;
  if (artifact.sharedPayload) return composedContent(source, artifact, form, tag);
  if (form === 'gzip') return openStoredWarc(source, artifact.record, tag);
  return openInflatedWarc(source, artifact.record, {
    lengthBytes: await readInflatedLength(source, artifact),
    tag,
  });
}

/** Opens a stored record in compressed form. */
export function openStoredWarc(source: RecordSource, place: StoredRecordPosition, tag: string): WarcContent {
  return { lengthBytes: place.length, tag, read: memberReader(source, place) };
}

/** Opens stored records uncompressed. `lengthBytes`: their total uncompressed length. */
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

/**
 * Reads stored bytes without inflating them. For a range of a long record, reads only that range and does not verify
 * it.
 */
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
 * Returns a byte range as a stream. Withholds its last bytes until the whole record has been verified, unless the
 * record is very long.
 */
function slice(bytes: AsyncIterable<Uint8Array>, range: ByteRange, lengthBytes = 0): Readable {
  const source = Readable.from(bytes, { objectMode: false });
  return Readable.from(sliceStream(source, range, mustReadWhole(lengthBytes)), { objectMode: false });
}
