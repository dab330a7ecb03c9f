// The manifest's line of a record that was copied: what its row says, and of revisits and of records that only those
// need also what the old line said. Complete by itself: with version and original.
import { digestText } from '../../domain/digest-text.ts';
import type { JournaledOriginal } from '../../domain/journal-entry.ts';
import type { KeptLine, ManifestLine } from '../../domain/manifest.ts';
import type { NeededRecord } from '../../index/compaction/records.db.ts';
import { unsignedCrc } from '../../index/crc.ts';
import {
  type ArtifactTable,
  artifactKinds,
  type KeptRecordTable,
  keptRecordTypes,
  keptTypeName,
} from '../../index/schema.ts';

/** The line has a version, which is 0 where no artifact is to be made of it. */
export type MovedLine = ManifestLine & { version: number };

/** Whether the row alone does not tell all of it. */
export function needsOldLine({ artifact, kept }: NeededRecord): boolean {
  return !kept && (artifact === undefined || artifact.kind === artifactKinds.revisit);
}

/** Whether a line can be made of the row alone where the old one is lost: not quite the one that it had. */
export function canDoWithoutLine({ artifact, kept }: NeededRecord): boolean {
  return artifact !== undefined || kept !== undefined;
}

/** `old`: the line it had; there where `needsOldLine`, unless it is lost. */
export function movedLine(
  { id, artifact, length, crc32 }: NeededRecord,
  offset: number,
  old: ManifestLine | undefined,
): MovedLine {
  const place = { uuid: id, offset, length, ...(crc32 !== undefined && { crc32 }) };
  if (!artifact) return { ...withoutCompanions(old!), ...place, version: 0, payloadOnly: true };
  const { committed, version } = artifact;
  if (artifact.kind !== artifactKinds.revisit) return { ...lineOf(artifact), ...place };
  const { storeDuplicate: _, ...kept } = withoutCompanions(old ?? { ...lineOf(artifact), kind: 'revisit' });
  return {
    ...kept,
    ...place,
    ...besidesOf(artifact),
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
    ...besidesOf(artifact),
    version: artifact.version,
  };
}

/** Of an artifact that is deleted, only the record itself is kept. */
function withoutCompanions(line: ManifestLine): ManifestLine {
  const { before: _before, after: _after, companionsCrc: _crc, ...own } = line;
  return own;
}

/** Its companions, the request it was captured with, and its mark, if it has them. */
function besidesOf(artifact: ArtifactTable): Partial<ManifestLine> {
  const { companions_before: before, companions_after: after } = artifact;
  const companionsCrc = unsignedCrc(artifact.companions_crc);
  const { method, request_body: requestBody, quarantined } = artifact;
  return {
    ...(before > 0 && { before }),
    ...(after > 0 && { after }),
    ...(companionsCrc !== undefined && { companionsCrc }),
    ...(method !== null && { method }),
    ...(requestBody !== null && { requestBody }),
    ...(quarantined !== null && { quarantined }),
  };
}

/** Whether the row of a record that is kept by itself does not tell all of its line: a request may tell of its artifact. */
export function needsOldKeptLine({ kept }: NeededRecord): boolean {
  return kept?.type === keptRecordTypes.request && kept.artifact_id !== null;
}

/**
 * The manifest's line of a record that is kept by itself. `offset`: in the new segment; `old`: the line it had, there
 * where `needsOldKeptLine`.
 */
export function keptLineOf(row: KeptRecordTable, offset: number, old: KeptLine | undefined): KeptLine {
  const { type, record_length: length, artifact_id: artifact } = row;
  const crc32 = unsignedCrc(row.record_crc);
  return {
    kept: keptTypeName(type),
    offset,
    length,
    ...(crc32 !== undefined && { crc32 }),
    ...(artifact !== null && { artifact }),
    ...(old?.recordId !== undefined && { recordId: old.recordId }),
    ...(old?.method !== undefined && { method: old.method }),
    ...(old?.requestBody !== undefined && { requestBody: old.requestBody }),
  };
}

/** Its row has the original's where the revisit itself said nothing. */
function originalOf(artifact: ArtifactTable): JournaledOriginal {
  const { mime, http_status: status, redirect } = artifact;
  return {
    holder: artifact.payload_id!,
    contentLength: artifact.content_length,
    sha256: artifact.sha256.toString('hex'),
    storedSha1: artifact.sha1.toString('hex'),
    ...(artifact.dechunked && { dechunked: true }),
    ...(mime !== null && { mime }),
    ...(status !== null && { status }),
    ...(redirect !== null && { redirect }),
  };
}
