// Creating one artifact: its form received, its record completed, and both made durable through the write path of
// imports. No HTTP and no SQL here.
import {
  type CompressedBody,
  type MemberBeginning,
  memberBeginning,
  memberEnd,
  memberOf,
} from '@holdfast/warc';
import type { Entry } from '../../../domain/entry.ts';
import type { ListedArtifact } from '../../../index/listings.db.ts';
import { type Created, commitCreated, type FilledSegment } from '../../../ingest/commit-created.ts';
import { appendMember, type GroupCommit } from '../../../ingest/group-commit.ts';
import { BeginningTooLong, type LateSegment } from '../../../ingest/late-segment.ts';
import type { SealDeps } from '../../../ingest/sealer.ts';
import { Segment } from '../../../ingest/segment.ts';
import type { Target } from '../../../ingest/target.ts';
import { badUpload } from '../../errors.ts';
import { type ReceivedForm, receiveForm } from './create-form.ts';
import type { FormPart } from './form-parts.ts';
import type { KeeperDeps } from './keeper.ts';
import type { NewArtifact } from './new-artifact.ts';
import { capturedRecord, type Described, recordBeginning } from './new-record.ts';

export interface CreateDeps extends KeeperDeps {
  ingest: SealDeps;
  groups: GroupCommit;
}

export type Creation =
  | { created: 'stored'; namespace: string; artifact: ListedArtifact }
  | { created: 'duplicate'; of: NewArtifact; version: number };

/** Throws 400 before anything is stored. When it rejects, nothing is. */
export async function createArtifact(
  deps: CreateDeps,
  parts: AsyncIterable<FormPart>,
  defaultNamespace: string,
  signal: AbortSignal,
): Promise<Creation> {
  const defaults = { namespace: defaultNamespace, nowMs: deps.ingest.nowMs };
  const form = await receiveForm(deps, parts, defaults, signal);
  try {
    signal.throwIfAborted();
    return await store(deps, form, signal);
  } finally {
    await form.payload.release();
  }
}

async function store(deps: CreateDeps, form: ReceivedForm, signal: AbortSignal): Promise<Creation> {
  const described: Described = { ...form, id: deps.ingest.newId() };
  const entry: Entry = {
    id: described.id,
    record: capturedRecord(described),
    stored: undefined,
    committed: false,
    storeDuplicate: false,
  };
  const created = await storeMember(deps, form, { described, entry, signal });
  if (created.created === 'duplicate') {
    return { created: 'duplicate', of: form.artifact, version: created.artifact.version };
  }
  return { created: 'stored', namespace: form.artifact.namespace, artifact: listed(form, created) };
}

async function storeMember(
  { ingest, groups }: CreateDeps,
  { artifact, payload: { kept } }: ReceivedForm,
  { described, entry, signal }: { described: Described; entry: Entry; signal: AbortSignal },
): Promise<Created> {
  const plain = recordBeginning(described);
  if (kept.in === 'memory') {
    return groups.store(artifact, { entry, pieces: [await memberOf(plain, kept.plain)], signal });
  }
  const { body } = kept;
  const beginning = await memberBeginning(plain);
  const end = memberEnd(beginning, body);
  if (kept.in === 'pieces') {
    return groups.store(artifact, { entry, pieces: [beginning.bytes, ...kept.pieces, end], signal });
  }
  const fill = async (target: Target): Promise<FilledSegment> => {
    if (kept.in === 'segment') return complete(kept.segment, entry, target, { beginning, body });
    return fillAlone(new Segment(ingest, target, 'created'), entry, [beginning.bytes], kept.pieces(), [end]);
  };
  const created = await commitCreated(ingest, artifact, [entry], fill);
  return created.get(entry)!;
}

async function complete(
  segment: LateSegment,
  entry: Entry,
  target: Target,
  { beginning, body }: { beginning: MemberBeginning; body: CompressedBody },
): Promise<FilledSegment> {
  try {
    const completed = await segment.complete(target, beginning, body);
    entry.stored = completed.stored;
    return completed;
  } catch (error) {
    await segment.abort();
    if (!(error instanceof BeginningTooLong)) throw error;
    throw badUpload(
      'httpResponseHeader is too long to come behind a payload of this size; send it before the payload.',
      error,
    );
  }
}

async function fillAlone(
  segment: Segment,
  entry: Entry,
  ...pieces: (Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[]
): Promise<FilledSegment> {
  try {
    entry.stored = await appendMember(segment, joined(pieces));
    return segment;
  } catch (error) {
    await segment.abort();
    throw error;
  }
}

async function* joined(sources: (Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[]) {
  for (const source of sources) yield* source;
}

function listed(
  { artifact, payload }: ReceivedForm,
  { artifact: named, key, storeMs, collectionMs, stored }: Created & { created: 'stored' },
): ListedArtifact {
  return {
    id: named.id,
    auid: artifact.auid,
    url: artifact.uri,
    version: named.version,
    committed: false,
    contentLength: payload.lengthBytes,
    sha256: payload.sha256,
    collectionMs,
    storeMs,
    segmentKey: key,
    recordOffset: stored.offset,
    recordLength: stored.length,
  };
}
