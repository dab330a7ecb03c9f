// The records of one WARC file of a reference store: which artifact each is, and where it lies. Read as the service reads
// what it is sent, damage crossed included.
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { type ImportRecord, WarcReader } from '@holdfast/warc';

export interface StoredRecord {
  /** Of its gzip member, or of the record itself, in the file. */
  readonly offset: number;
  readonly length: number;
  /** In lower case; undefined where its record id is none. */
  readonly uuid: string | undefined;
  readonly namespace: string | undefined;
  readonly auid: string | undefined;
  readonly uri: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly collectionDate: number;
  readonly contentLength: number;
  /** Of the payload as it is, `SHA-256:` and hex. */
  readonly contentDigest: string;
  /** Why it is damaged, if it is. */
  readonly fault: string | undefined;
}

export interface Range {
  readonly start: number;
  /** Behind its last byte. */
  readonly end: number;
}

const READ_BYTES = 1024 * 1024;

interface Reading {
  /** Is told of what cannot be read. */
  damage?(offset: number, message: string): void;
  /** So many are read, and understood, before the first record is told. */
  readBytes?: number;
}

/** Throws NotAWarcError, and what reading the file throws. */
export async function* recordsOf(
  file: string,
  { start, end }: Range,
  { damage = () => undefined, readBytes = READ_BYTES }: Reading = {},
): AsyncGenerator<StoredRecord> {
  if (end <= start) return;
  const found: StoredRecord[] = [];
  const reader = new WarcReader(
    {
      record: (record) => found.push(storedRecordOf(record, start)),
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

/** Whether the file is compressed: its records are then gzip members. */
export function isGzip(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    return readSync(descriptor, bytes, 0, 2, 0) === 2 && bytes.readUInt16BE(0) === 0x1f8b;
  } finally {
    closeSync(descriptor);
  }
}

function storedRecordOf(record: ImportRecord, start: number): StoredRecord {
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
    fault: record.error ?? faultOf(record, uuid),
  };
}

function faultOf({ held, payload }: ImportRecord, uuid: string | undefined): string | undefined {
  if (uuid === undefined || held?.auid === undefined) return 'it is no record of an artifact';
  const { digest } = held;
  const isOther = digest?.algorithm === 'sha256' && digest.hex !== payload.sha256;
  return isOther ? 'its payload has another digest than the one that was stored' : undefined;
}
