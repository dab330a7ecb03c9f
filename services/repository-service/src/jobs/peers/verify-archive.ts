// Verifies by the digests in the index that an archive from a peer contains the required record. Accepts companion
// records (request, metadata) only if the index contains their CRC-32.
import { crc32 } from 'node:zlib';
import type { PayloadReading } from '@holdfast/warc';
import type { ParsedCompanion } from '../../domain/record/read-companion.ts';
import type { DigestedRecord } from '../../domain/record/read-record.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import type { ArtifactKeptRecords } from '../../index/companion-places.db.ts';
import { CodecError, NotAWarcUploadError } from '../../ingest/reading/codec-thread.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import { PeerResponseError } from './ask-peer.ts';
import type { SpooledResponse } from './spooled-response.ts';

/** Byte range of the archive. `end`: exclusive. */
interface ArchiveRange {
  readonly start: number;
  readonly end: number;
}

export interface VerifiedArchive {
  /** How the import must extract payloads to compute the digests in the index. */
  readonly payloads: PayloadReading;
  /** Gzip members to import, in order: the verified record and companion records. */
  readonly ranges: readonly ArchiveRange[];
}

interface VerificationDeps {
  readonly codec: Pick<CodecThreads, 'read'>;
  readonly signal: AbortSignal;
}

const READINGS: readonly PayloadReading[] = ['entity', 'recorded'];
/** Number of bytes by which an inflated archive may exceed twice the payload. Larger archives are rejected. */
const INFLATED_OVERHEAD_BYTES = 64 * 1024 * 1024;

/** Verifies an archive. Throws PeerResponseError if it does not contain the record that the index describes. */
export async function verifyArchive(
  deps: VerificationDeps,
  archive: SpooledResponse,
  { artifact, kept }: { artifact: StoredArtifact; kept: ArtifactKeptRecords },
): Promise<VerifiedArchive> {
  let why = '';
  for (const payloads of READINGS) {
    const { records, companions } = await readArchive(deps, archive, artifact, payloads);
    const [record] = records;
    if (!record || records.length > 1)
      throw new PeerResponseError(`sent ${records.length} records of artifacts`);
    const fault = findDifference(artifact, record);
    if (fault === undefined) {
      return { payloads, ranges: await chooseRanges(archive, { artifact, kept }, record, companions) };
    }
    why ||= fault;
  }
  throw new PeerResponseError(`sent ${why}`);
}

interface ArchiveContents {
  readonly records: DigestedRecord[];
  readonly companions: ParsedCompanion[];
}

async function readArchive(
  { codec, signal }: VerificationDeps,
  archive: SpooledResponse,
  { contentLength }: StoredArtifact,
  payloads: PayloadReading,
): Promise<ArchiveContents> {
  const found: ArchiveContents = { records: [], companions: [] };
  const inflation = { floorBytes: 2 * contentLength + INFLATED_OVERHEAD_BYTES, ratio: 1 };
  try {
    const options = { companions: 'all' as const, payloads, inflation };
    for await (const output of codec.read(archive.read(), signal, options)) {
      if (output.output !== 'findings') continue;
      for (const finding of output.findings) {
        if (finding.finding === 'damage')
          throw new PeerResponseError(`sent a damaged archive: ${finding.error}`);
        if (finding.finding === 'record') found.records.push(finding);
        else if (finding.error === undefined) found.companions.push(finding);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotAWarcUploadError)
      throw new PeerResponseError('sent no WARC archive', { cause: error });
    if (error instanceof CodecError)
      throw new PeerResponseError('sent an unreadable archive', { cause: error });
    throw error;
  }
  return found;
}

/** Describes how the record differs from the artifact in the index. Returns undefined if it does not. */
function findDifference(artifact: StoredArtifact, record: DigestedRecord): string | undefined {
  if (record.error !== undefined) return `a record that cannot be stored: ${record.error}`;
  if (record.url !== artifact.url) return 'a record of another URL';
  if (record.contentLength !== artifact.contentLength || record.sha256 !== artifact.sha256.toString('hex'))
    return 'a payload with another digest';
  if (record.kind === 'revisit') return 'a revisit, which has no payload';
  // The peer composed this record from the revisit and its original, so kind, status and type may differ.
  if (artifact.kind === 'revisit') return undefined;
  const isSame =
    record.kind === artifact.kind &&
    record.httpStatus === artifact.httpStatus &&
    record.mime === artifact.mime;
  return isSame ? undefined : 'a record with another type or HTTP status';
}

/**
 * Returns the byte ranges of the record, its warcinfo record, and its companion records (request, metadata). Omits
 * warcinfo and companion records whose length and CRC-32 are not in the index.
 */
async function chooseRanges(
  archive: SpooledResponse,
  { artifact, kept }: { artifact: StoredArtifact; kept: ArtifactKeptRecords },
  record: DigestedRecord,
  companions: readonly ParsedCompanion[],
): Promise<ArchiveRange[]> {
  const rangeOf = ({ offset, memberLength }: ParsedCompanion | DigestedRecord): ArchiveRange => ({
    start: offset,
    end: offset + memberLength,
  });
  const isLike = (place: { length: number; crc32: number | undefined }, one: ParsedCompanion) =>
    place.length === one.memberLength && place.crc32 !== undefined && place.crc32 === one.memberCrc32;
  const warcinfo = companions.find((one) => kept.warcinfo && isLike(kept.warcinfo, one));
  const detached = kept.companions.flatMap((place) => companions.find((one) => isLike(place, one)) ?? []);
  const own = rangeOf(record);
  const adjacent = await chooseAdjacent(archive, artifact.companions, own);
  return [
    ...(warcinfo ? [rangeOf(warcinfo)] : []),
    ...(adjacent ? [adjacent.before, own, adjacent.after] : [own]),
    ...detached.map(rangeOf),
  ].filter(({ start, end }) => start < end);
}

/** Returns the companion records adjacent to the record, if their CRC-32 equals the one in the index. */
async function chooseAdjacent(
  archive: SpooledResponse,
  expected: StoredArtifact['companions'],
  { start, end }: ArchiveRange,
): Promise<{ before: ArchiveRange; after: ArchiveRange } | undefined> {
  if (expected?.crc32 === undefined) return undefined;
  const before = { start: start - expected.before, end: start };
  const after = { start: end, end: end + expected.after };
  if (before.start < 0 || after.end > archive.sizeBytes) return undefined;
  let sum = 0;
  for (const range of [before, after]) {
    for await (const chunk of archive.read(range.start, range.end)) sum = crc32(chunk, sum);
  }
  return sum === expected.crc32 ? { before, after } : undefined;
}
