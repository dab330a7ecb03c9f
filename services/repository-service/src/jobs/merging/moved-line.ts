// The manifest's line of a record that was copied: what its row says, and of revisits and of records that only those
// need also what the old line said. Complete by itself: with version and original.
import { digestText } from '../../domain/digest-text.ts';
import type { JournaledOriginal } from '../../domain/journal-entry.ts';
import type { ManifestLine } from '../../domain/manifest.ts';
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { type ArtifactTable, artifactKinds } from '../../index/schema.ts';

/** The line has a version, which is 0 where no artifact is to be made of it. */
export type MovedLine = ManifestLine & { version: number };

/** Whether the row alone does not tell all of it. */
export function needsOldLine({ artifact }: NeededRecord): boolean {
  return artifact === undefined || artifact.kind === artifactKinds.revisit;
}

/** `old`: the line it had; there where `needsOldLine`. */
export function movedLine(
  { id, artifact, length, crc32 }: NeededRecord,
  offset: number,
  old: ManifestLine | undefined,
): MovedLine {
  const place = { uuid: id, offset, length, ...(crc32 !== undefined && { crc32 }) };
  if (!artifact) return { ...old!, ...place, version: 0, payloadOnly: true };
  const { committed, version } = artifact;
  if (artifact.kind !== artifactKinds.revisit) return { ...lineOf(artifact), ...place };
  const { storeDuplicate: _, ...kept } = old!;
  return {
    ...kept,
    ...place,
    committed,
    version,
    collectionDate: artifact.collection_ms,
    storeDate: artifact.store_ms,
    original: originalOf(artifact),
  };
}

function lineOf(artifact: ArtifactTable): MovedLine {
  const { http_status: status, mime, redirect } = artifact;
  return {
    uuid: artifact.id,
    uri: artifact.url,
    kind: artifact.kind === artifactKinds.resource ? 'resource' : 'response',
    offset: artifact.record_offset,
    length: artifact.record_length,
    committed: artifact.committed,
    collectionDate: artifact.collection_ms,
    storeDate: artifact.store_ms,
    contentLength: artifact.content_length,
    contentDigest: digestText(artifact.sha256),
    storedSha1: artifact.sha1.toString('hex'),
    ...(artifact.dechunked && { dechunked: true }),
    ...(status !== null && { status }),
    ...(mime !== null && { mime }),
    ...(redirect !== null && { redirect }),
    version: artifact.version,
  };
}

/** Its row has the original's where the revisit itself said nothing. */
function originalOf(artifact: ArtifactTable): JournaledOriginal {
  const { mime, http_status: status } = artifact;
  return {
    holder: artifact.payload_id!,
    contentLength: artifact.content_length,
    sha256: artifact.sha256.toString('hex'),
    storedSha1: artifact.sha1.toString('hex'),
    ...(artifact.dechunked && { dechunked: true }),
    ...(mime !== null && { mime }),
    ...(status !== null && { status }),
  };
}
