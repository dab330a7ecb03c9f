// Creates one artifact: receives its form, completes its record, and stores the record with the same code as imports.
// Contains neither HTTP nor SQL.
import type { Semaphore } from '@holdfast/service-kit';
import { compressRecord } from '@holdfast/warc';
import type { ImportEntry } from '../../../domain/record/entry.ts';
import type { ListingRow } from '../../../index/listing.ts';
import type { CreateOutcome, GroupCommit } from '../../../ingest/storing/group-commit.ts';
import type { SegmentDeps } from '../../../ingest/storing/segment.ts';
import { type ReceivedCreateForm, receiveForm } from './create-form.ts';
import type { FormPart } from './form-parts.ts';
import type { NewArtifact, NewArtifactDefaults } from './new-artifact.ts';
import { buildCapturedRecord, formatRecordStart, type RecordDescription } from './new-record.ts';
import type { SpoolDeps } from './payload-spool.ts';

export interface CreateDeps extends SpoolDeps {
  readonly ingest: Pick<SegmentDeps, 'newId' | 'nowMs'>;
  readonly groups: GroupCommit;
  /** Limits the concurrent writes of large artifacts, each of which holds a few upload parts in memory. */
  readonly largeWrites: Semaphore;
  /** Whether to store a new version even if its payload is identical to the payload of the latest version. */
  readonly storesUnchanged: boolean;
}

export type Creation =
  | { created: 'stored'; namespace: string; artifact: ListingRow }
  | { created: 'duplicate'; of: NewArtifact; version: number };

export interface CreateRequest {
  /** Name of the user; undefined without login. */
  readonly by: string | undefined;
  readonly signal: AbortSignal;
}

/** Stores the artifact. Throws 400 for an invalid form, and errors of `judge`. If it throws, nothing is stored. */
export async function createArtifact(
  deps: CreateDeps,
  parts: AsyncIterable<FormPart>,
  defaults: Omit<NewArtifactDefaults, 'nowMs'>,
  request: CreateRequest,
): Promise<Creation> {
  const form = await receiveForm(deps, parts, { ...defaults, nowMs: deps.ingest.nowMs });
  try {
    request.signal.throwIfAborted();
    return await storeCreatedArtifact(deps, form, request);
  } finally {
    await form.payload.release();
  }
}

async function storeCreatedArtifact(
  deps: CreateDeps,
  form: ReceivedCreateForm,
  request: CreateRequest,
): Promise<Creation> {
  const described: RecordDescription = { ...form, id: deps.ingest.newId() };
  const entry: ImportEntry = {
    id: described.id,
    record: buildCapturedRecord(described),
    stored: undefined,
    committed: false,
    storeDuplicate: deps.storesUnchanged,
  };
  const created = await storeMember(deps, form, { described, entry, request });
  if (created.created === 'duplicate') {
    return { created: 'duplicate', of: form.artifact, version: created.artifact.version };
  }
  return { created: 'stored', namespace: form.artifact.namespace, artifact: toCreatedRow(form, created) };
}

async function storeMember(
  { groups, largeWrites }: CreateDeps,
  { artifact, payload }: ReceivedCreateForm,
  { described, entry, request }: { described: RecordDescription; entry: ImportEntry; request: CreateRequest },
): Promise<CreateOutcome> {
  const { by, signal } = request;
  const { namespace, auid } = artifact;
  const au = { namespace, auid, by };
  const pieces = compressRecord(formatRecordStart(described), payload.bytes(signal), payload.lengthBytes);
  if (payload.isInMemory) {
    const member: Uint8Array[] = [];
    for await (const piece of pieces) member.push(piece);
    return groups.store(au, { entry, pieces: member, signal });
  }
  return largeWrites.run(signal, () => groups.storeAlone(au, { entry, pieces }));
}

function toCreatedRow(
  { artifact, payload }: ReceivedCreateForm,
  { artifact: named, key, storeMs, collectionMs, stored, committed }: CreateOutcome & { created: 'stored' },
): ListingRow {
  return {
    id: named.id,
    auid: artifact.auid,
    url: artifact.uri,
    version: named.version,
    committed,
    contentLength: payload.lengthBytes,
    sha256: payload.sha256,
    collectionMs,
    storeMs,
    segmentKey: key,
    recordOffset: stored.offset,
    recordLength: stored.length,
  };
}
