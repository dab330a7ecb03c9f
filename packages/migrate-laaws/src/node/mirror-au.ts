// Copies one AU from another Holdfast node. Compares the listings of both nodes, and transfers only missing artifacts.
// Artifacts keep their identities, and records are copied byte for byte. Deletes nothing.
import { RefusalError } from '@holdfast/cli-kit';
import { type AuReport, limitComparison, type MigrationProblem } from '../transfer/report.ts';
import { type SendTools, sendShipment } from '../transfer/send.ts';
import {
  type AuReference,
  collectCensus,
  listTargetArtifacts,
  updateArtifactStates,
} from '../transfer/target.ts';
import {
  fetchArtifacts,
  fetchRecord,
  type ListedArtifact,
  type NodeSource,
  UnreadableRecordError,
} from './node-client.ts';

export interface MirrorTools extends SendTools {
  readonly source: NodeSource;
  /** True to compare source and target without changing anything. */
  readonly verify: boolean;
}

/** Limits on the artifacts of one upload. */
const MAX_ARTIFACTS = 1_000;
const MAX_URL_CHARACTERS = 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;
/**
 * FETCHED_AHEAD is the number of records requested in advance. WHOLE_BYTES is the maximum size of a record that is held
 * in memory until it is sent.
 */
const FETCHED_AHEAD = 8;
const WHOLE_BYTES = 4 * 1024 * 1024;
/** Payload definitions to try in this order. The digest of an artifact may be based on either definition. */
const PAYLOADS = ['entity', 'recorded'] as const;

export async function mirrorAu(tools: MirrorTools, au: AuReference): Promise<AuReport> {
  const { source, verify } = tools;
  const listThere = () => fetchArtifacts(source, au.namespace, au.auid);
  const there = await collectCensus(listThere());
  let here = await collectCensus(listTargetArtifacts(tools, au));
  let comparison = there.compare(here);
  const done = { stored: 0, found: 0, committed: 0, problems: [] as MigrationProblem[] };
  if (!verify && comparison.missing.length + comparison.inOtherState.length > 0) {
    const missing = new Set(comparison.missing);
    const otherState = new Set(comparison.inOtherState);
    const committed: string[] = [];
    let chunk = new TransferBatch();
    for await (const artifact of listThere()) {
      if (otherState.has(artifact.uuid) && artifact.committed) committed.push(artifact.uuid);
      if (!missing.has(artifact.uuid)) continue;
      chunk.add(artifact);
      if (!chunk.isFull) continue;
      await sendChunk(tools, au, chunk.artifacts, done);
      chunk = new TransferBatch();
    }
    await sendChunk(tools, au, chunk.artifacts, done);
    done.committed = (await updateArtifactStates(tools, au, { deleted: [], committed })).committed;
    here = await collectCensus(listTargetArtifacts(tools, au));
    comparison = there.compare(here);
  }
  const { surplus } = comparison;
  // Ignores surplus artifacts, because the target may contain artifacts of this AU from other sources.
  const differences = { ...comparison, surplus: [] };
  const same =
    differences.missing.length + differences.differing.length + differences.inOtherState.length === 0;
  return {
    ...au,
    source: there.summary(),
    target: here.summary(),
    same,
    ...(!same && { differences: limitComparison(differences) }),
    ...{ ...done, deleted: 0, removed: 0, kept: surplus.length, damagedJournals: 0 },
  };
}

class TransferBatch {
  readonly artifacts: ListedArtifact[] = [];
  #bytes = 0;
  #characters = 0;

  add(artifact: ListedArtifact): void {
    this.artifacts.push(artifact);
    this.#bytes += artifact.contentLength;
    this.#characters += artifact.uri.length;
  }

  get isFull(): boolean {
    return (
      this.artifacts.length >= MAX_ARTIFACTS ||
      this.#bytes >= MAX_BYTES ||
      this.#characters >= MAX_URL_CHARACTERS
    );
  }
}

/**
 * Sends the artifacts. Repeats the upload with the next payload definition for artifacts that the target did not store,
 * because their digests may be based on that definition.
 */
async function sendChunk(
  tools: MirrorTools,
  au: AuReference,
  artifacts: readonly ListedArtifact[],
  done: { stored: number; found: number; problems: MigrationProblem[] },
): Promise<void> {
  const where = tools.source.url.origin;
  const failed = new Map<string, string>();
  let left = artifacts;
  let problems: readonly MigrationProblem[] = [];
  for (const payloads of PAYLOADS) {
    const wanted = left.filter(({ uuid }) => !failed.has(uuid));
    if (wanted.length === 0) break;
    const bytes = () => fetchRecords(tools.source, au, wanted, failed);
    const [arrival] = await sendShipment(tools, {
      ...au,
      except: [],
      uncommitted: wanted.filter(({ committed }) => !committed).map(({ uuid }) => uuid),
      identities: wanted,
      payloads,
      parts: [{ where, start: 0, sizeBytes: Number.POSITIVE_INFINITY, bytes }],
    });
    done.stored += arrival!.stored;
    done.found += arrival!.found;
    problems = arrival!.problems;
    const arrived = arrival!.artifacts.uuids();
    left = left.filter(({ uuid }) => !arrived.has(uuid));
  }
  done.problems.push(...problems.map(({ offset: _, ...problem }) => problem));
  for (const [uuid, message] of failed) done.problems.push({ where, uuid, message });
}

/** Yields the records in order, and requests the next ones in advance. Adds undeliverable records to `failed`. */
async function* fetchRecords(
  source: NodeSource,
  { namespace }: AuReference,
  artifacts: readonly ListedArtifact[],
  failed: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  const wanted = artifacts.filter(({ uuid }) => !failed.has(uuid));
  const ahead: Promise<FetchedRecord>[] = [];
  for (let i = 0; i < wanted.length; i++) {
    while (ahead.length < FETCHED_AHEAD && i + ahead.length < wanted.length) {
      ahead.push(fetchWhole(source, namespace, wanted[i + ahead.length]!));
    }
    const { uuid } = wanted[i]!;
    const record = await ahead.shift()!;
    if (record instanceof RefusalError && !(record instanceof UnreadableRecordError)) throw record;
    if (record instanceof Error) failed.set(uuid, record.message);
    else if (record === undefined) failed.set(uuid, 'it was deleted before it was fetched');
    else {
      try {
        yield* record;
      } catch (error) {
        // A part of the record has already been sent, so the upload must fail. The next attempt omits the record.
        failed.set(uuid, error instanceof Error ? error.message : String(error));
        throw error;
      }
    }
  }
}

type FetchedRecord = AsyncIterable<Uint8Array> | Uint8Array[] | Error | undefined;

/**
 * Fetches a record. Resolves to an error instead of rejecting: a record that is requested in advance is awaited later,
 * and its rejection would be unhandled until then.
 */
async function fetchWhole(
  source: NodeSource,
  namespace: string,
  artifact: ListedArtifact,
): Promise<FetchedRecord> {
  try {
    const record = await fetchRecord(source, namespace, artifact);
    if (!record || artifact.contentLength > WHOLE_BYTES) return record;
    const chunks: Uint8Array[] = [];
    for await (const chunk of record) chunks.push(chunk);
    return chunks;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
