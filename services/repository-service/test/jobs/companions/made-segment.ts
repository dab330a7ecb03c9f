// Test helper: writes segments without a service, and returns plain lists of their contents. The segments contain
// companion records (request, metadata, warcinfo) and records without an artifact.
import { hash, randomBytes } from 'node:crypto';
import { crc32, gzipSync } from 'node:zlib';
import { openObjectStore, parseObjectStore } from '@holdfast/object-store';
import { makeUrlkey } from '@holdfast/surt';
import { addCleanup, createTemporaryFolder, makeResponseRecord } from '@holdfast/testkit';
import { createRecordId, makeManifestMember, makeWarcinfoMember } from '@holdfast/warc';
import { uuidv7 } from 'uuidv7';
import type { ImportEntry, StoredCompanion } from '../../../src/domain/record/entry.ts';
import { formatKeptLine, type KeptRecord, type KeptType } from '../../../src/domain/record/manifest.ts';
import { formatManifestLine } from '../../../src/domain/record/manifest-line.ts';
import type { CapturedRequest } from '../../../src/domain/record/read-companion.ts';
import { recordSegment } from '../../../src/index/writing/record-segment.db.ts';
import { makeSegmentKey, openImportTarget } from '../../../src/ingest/storing/segment.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { makeWarcRecord } from '../../features/replay/made-records.ts';
import { makeEntry, openIndexDatabase } from '../../index-database.ts';
import { type KeptStore, makeCompactionDeps } from '../compaction/kept-store.ts';

export type Place = Pick<KeptStore, 'database' | 'store'>;

/** Returns a new index and a new store, which are removed at the end of the test file. */
export async function openPlace(): Promise<Place> {
  const database = await openIndexDatabase();
  const store = await openObjectStore(parseObjectStore(`fs:${await createTemporaryFolder()}`, {}));
  addCleanup(() => store.close());
  return { database, store };
}

export const ship = (place: Place) => shipJournal(makeCompactionDeps(place));

/** Returns a record with unique, incompressible bytes, so that the test can find any remaining copy. */
export function companion(type: string, url: string, block = randomBytes(64)): Buffer {
  return gzipSync(makeWarcRecord(type, url, '2020-02-20T20:20:20Z', block), { level: 0 });
}

export interface ArtifactPart {
  readonly url: string;
  readonly payload: Buffer;
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
  /** Bytes of the record's gzip member. Set when the record is stored. */
  member?: Buffer;
  entry?: ImportEntry;
  uuid?: string;
}

export interface KeptPart {
  readonly kept: KeptType;
  readonly bytes: Buffer;
  readonly of?: ArtifactPart;
  /** Method and body of the request in the record. */
  readonly request?: CapturedRequest;
}

/** Writes a segment and its rows. Returns the key of the segment. Sets the UUIDs and gzip members of `artifacts`. */
export async function storeSegment(
  { database, store }: Place,
  auid: string,
  parts: readonly (ArtifactPart | KeptPart)[],
): Promise<string> {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid });
  const key = makeSegmentKey(target, uuidv7());
  const storeMs = Date.now();
  const identity = { recordId: createRecordId(uuidv7()), dateMs: storeMs, filename: key };
  const fields = { software: 'test', namespace: 'default', auid, artifacts: 'imported' };
  const written = [makeWarcinfoMember({ ...identity, fields })];
  let sizeBytes = written[0]!.length;
  const write = (bytes: Buffer) => {
    written.push(bytes);
    sizeBytes += bytes.length;
    return sizeBytes - bytes.length;
  };
  const entries: ImportEntry[] = [];
  const kept: KeptRecord[] = [];
  for (const part of parts) {
    if ('kept' in part) {
      const { kept: type, bytes, of, request } = part;
      const offset = write(bytes);
      kept.push({
        type,
        offset,
        length: bytes.length,
        crc32: crc32(bytes),
        artifactId: of?.uuid,
        owner: of?.entry,
        request,
      });
    } else entries.push(entryOf(part, write));
  }
  const manifestOffset = sizeBytes;
  const lines = [...entries.map((one) => formatManifestLine(one, storeMs)), ...kept.map(formatKeptLine)];
  write(await makeManifestMember({ ...identity, lines }));
  await store.put(key, Buffer.concat(written));
  const segment = { key, sizeBytes, manifestOffset };
  const { segmentId } = await recordSegment(database.kysely, { ...target, storeMs, segment, entries, kept });
  if (segmentId === undefined) await store.delete(key);
  return key;
}

function entryOf(part: ArtifactPart, write: (bytes: Buffer) => number): ImportEntry {
  const { url, payload, before = [], after = [] } = part;
  part.member = gzipSync(makeResponseRecord(url, payload), { level: 0 });
  const adjacent = Buffer.concat([...before, ...after]);
  const placed: StoredCompanion[] = [];
  const place = (bytes: Buffer) =>
    placed.push({
      ...{ type: 'metadata', recordId: undefined, offset: write(bytes) },
      ...{ length: bytes.length, crc32: crc32(bytes) },
    });
  for (const bytes of before) place(bytes);
  const offset = write(part.member);
  for (const bytes of after) place(bytes);
  const stored = {
    offset,
    length: part.member.length,
    crc32: crc32(part.member),
    before: Buffer.concat(before).length,
    after: Buffer.concat(after).length,
    ...(adjacent.length > 0 && { companionsCrc: crc32(adjacent), members: placed }),
  };
  const digests = { sha256: hash('sha256', payload), storedSha1: hash('sha1', payload) };
  const made = makeEntry(url, '', {
    stored,
    urlkey: makeUrlkey(url),
    contentLength: payload.length,
    ...digests,
  });
  part.uuid = made.id;
  part.entry = made;
  return made;
}
