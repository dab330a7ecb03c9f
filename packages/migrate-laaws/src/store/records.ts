// Reads the records of a WARC file in a LOCKSS store, with their offsets. Skips damaged byte ranges, as an import does.
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { type ImportRecord, WarcReader } from '@holdfast/warc';

export interface StoredRecord {
  /** Offset in the file of the gzip member, or of the uncompressed record. */
  readonly offset: number;
  readonly length: number;
  /** UUID in lower case. Undefined if the WARC-Record-ID is not a UUID. */
  readonly uuid: string | undefined;
  readonly namespace: string | undefined;
  readonly auid: string | undefined;
  readonly uri: string;
  readonly version: number;
  /** Unix time in milliseconds. */
  readonly collectionDate: number;
  readonly contentLength: number;
  /** Payload digest, as `SHA-256:` and hexadecimal digits. */
  readonly contentDigest: string;
  /** Reason why the record is damaged. Undefined for an intact record. */
  readonly fault: string | undefined;
}

export interface FileRange {
  readonly start: number;
  /** End of the byte range, exclusive. */
  readonly end: number;
}

const READ_BYTES = 1024 * 1024;

interface RecordReadOptions {
  /** Called for each unreadable byte range. */
  damage?(offset: number, message: string): void;
  /** Number of bytes per read. With a smaller value, the first record is available sooner. */
  readBytes?: number;
}

/** Yields the records of a file. Throws NotAWarcError or read errors of the file. */
export async function* readRecords(
  file: string,
  { start, end }: FileRange,
  { damage = () => undefined, readBytes = READ_BYTES }: RecordReadOptions = {},
): AsyncGenerator<StoredRecord> {
  if (end <= start) return;
  const found: StoredRecord[] = [];
  const reader = new WarcReader(
    {
      record: (record) => found.push(toStoredRecord(record, start)),
      memberChunk: () => undefined,
      damage: ({ offset, message }) => damage(start + offset, message),
    },
    { payloads: 'recorded', heldArtifacts: true, viewMembers: true, level: 0 },
  );
  try {
    const bytes = createReadStream(file, { highWaterMark: readBytes, start, end: end - 1 });
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      reader.write(chunk);
      yield* found.splice(0);
    }
    reader.end();
    yield* found;
  } finally {
    reader.close();
  }
}

/** Returns whether the file's records are gzip members. */
export function isGzipFile(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    return readSync(descriptor, bytes, 0, 2, 0) === 2 && bytes.readUInt16BE(0) === 0x1f8b;
  } finally {
    closeSync(descriptor);
  }
}

function toStoredRecord(record: ImportRecord, start: number): StoredRecord {
  const { held, payload } = record;
  const uuid = /^<?urn:uuid:([0-9a-f-]{36})>?$/i.exec(record.recordId)?.[1]?.toLowerCase();
  return {
    offset: start + record.offset,
    length: record.inputLength,
    uuid,
    namespace: held?.namespace,
    auid: held?.auid,
    uri: held?.uri ?? record.targetUri,
    version: Number(held?.version),
    collectionDate: record.dateMs,
    contentLength: payload.length,
    contentDigest: `SHA-256:${payload.sha256}`,
    fault: record.error ?? findFault(record, uuid),
  };
}

function findFault({ held, payload }: ImportRecord, uuid: string | undefined): string | undefined {
  if (uuid === undefined || held?.auid === undefined) return 'it is not the record of an artifact';
  const { digest } = held;
  const isOther = digest?.algorithm === 'sha256' && digest.hex !== payload.sha256;
  return isOther ? 'the digest of its payload does not match the recorded digest' : undefined;
}
