// Deletes artifacts on behalf of users, and creates and decides deletion requests. Each change is one transaction under
// the AU's lock, with one journal line.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DeletionDecidedEntry } from '../../domain/journal-entry.ts';
import { formatPlainArray } from '../arrays.ts';
import { buildJournalInsert } from '../aus/au.db.ts';
import { convertUnderHoldError, throwIfUnderHold } from '../aus/holds.db.ts';
import type { DeletionKind, DeletionState, IndexSchema } from '../schema.ts';
import { deleteForUndo, lockAuRow } from './undo.db.ts';

export interface DeletionCommand {
  readonly kind: DeletionKind;
  /** Artifacts of one AU, without duplicates. */
  readonly artifacts: readonly string[];
  readonly by: string;
  /** Stable identity of an OpenID Connect user, whose name may change. Undefined for all other users. */
  readonly account?: string | undefined;
  readonly reason: string | undefined;
}

export interface UndoSettings {
  /** Time in milliseconds after a deletion during which compaction does not remove the deleted records. */
  readonly undoMs: number;
}

const NO_UNDO: UndoSettings = { undoMs: 0 };

/** Thrown if artifacts to delete no longer exist. Nothing was changed. */
export class ArtifactsMissingError extends Error {
  override name = 'ArtifactsMissingError';
  readonly artifacts: readonly string[];

  constructor(artifacts: readonly string[]) {
    super(`artifacts no longer exist: ${artifacts.join(', ')}`);
    this.artifacts = artifacts;
  }
}

/** Thrown if the AU is in bulk transfer. Nothing was changed. */
export class BulkTransferError extends Error {
  override name = 'BulkTransferError';

  constructor() {
    super('the AU is in bulk transfer');
  }
}

/**
 * Deletes the artifacts and returns the number of the deletion. Throws ArtifactsMissingError, BulkTransferError and
 * UnderHoldError.
 */
export async function deleteArtifacts(
  db: Kysely<IndexSchema>,
  auId: number,
  order: DeletionCommand,
  { undoMs }: UndoSettings,
): Promise<number> {
  const work = runInTransaction(db, async (tx) => {
    if (await lockAuRow(tx, auId)) throw new BulkTransferError();
    await throwIfMissing(tx, auId, order.artifacts);
    const number = await insertDeletion(tx, auId, { ...order, state: 'deleted' });
    await deleteForUndo(tx, { number, artifacts: order.artifacts, undoMs });
    const { by, reason } = order;
    const entry = {
      op: 'deleted' as const,
      artifacts: [...order.artifacts],
      by,
      ...omitUndefined({ reason }),
    };
    await buildJournalInsert(auId, entry).execute(tx);
    return number;
  });
  return convertUnderHoldError(work);
}

/**
 * Creates a request and returns its number. If the same user already has an open request for exactly these artifacts,
 * returns the number of that request. Throws ArtifactsMissingError (only for the kind `delete`), BulkTransferError and
 * UnderHoldError.
 */
export async function fileDeletionRequest(
  db: Kysely<IndexSchema>,
  auId: number,
  order: DeletionCommand,
): Promise<number> {
  const { kind, by, account, reason } = order;
  const artifacts = [...order.artifacts].sort();
  return runInTransaction(db, async (tx) => {
    const isInBulk = await lockAuRow(tx, auId);
    if (isInBulk && kind === 'delete') throw new BulkTransferError();
    if (kind === 'delete') await throwIfMissing(tx, auId, artifacts);
    await throwIfUnderHold(tx, auId, artifacts);
    const open = await findOpenRequest(tx, auId, { kind, artifacts, by });
    if (open !== undefined) return open;
    const number = await insertDeletion(tx, auId, { ...order, state: 'requested' });
    const entry = {
      op: 'deletion-requested' as const,
      number,
      kind,
      artifacts,
      by,
      ...omitUndefined({ account, reason }),
    };
    await buildJournalInsert(auId, entry).execute(tx);
    return number;
  });
}

export interface DeletionVerdict {
  readonly kind: 'approve' | 'reject' | 'withdraw' | 'expire';
  /** User who decides. Undefined if the request expires. */
  readonly by?: string;
  readonly reason?: string | undefined;
}

/**
 * `decided`: the request now has the decision. `gone`: none of the artifacts exists any more, so the request expired
 * instead. `closed`: the request had been decided before; `state` is its state.
 */
export type DeletionDecisionOutcome =
  | { readonly outcome: 'decided' | 'gone' }
  | { readonly outcome: 'closed'; readonly state: DeletionState };

const DECISIONS = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
  expire: 'expired',
} as const;
const GONE_REASON = 'the artifacts no longer exist';

/**
 * Decides a request. The approval of a deletion deletes its artifacts, except artifacts that no longer exist. Throws
 * BulkTransferError and UnderHoldError; the request then stays open.
 */
export async function decideDeletion(
  db: Kysely<IndexSchema>,
  { number, auId }: { number: number; auId: number },
  verdict: DeletionVerdict,
  { undoMs }: UndoSettings = NO_UNDO,
): Promise<DeletionDecisionOutcome> {
  const work = runInTransaction<IndexSchema, DeletionDecisionOutcome>(db, async (tx) => {
    const isInBulk = await lockAuRow(tx, auId);
    const request = await tx
      .selectFrom('deletion')
      .select(['kind', 'state', 'requested_by', 'reason'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    if (request.state !== 'requested') return { outcome: 'closed', state: request.state };
    if (verdict.kind !== 'approve' || request.kind === 'purge') {
      await decide(tx, auId, number, { decision: DECISIONS[verdict.kind], ...verdict });
      return { outcome: 'decided' };
    }
    if (isInBulk) throw new BulkTransferError();
    const artifacts = await listPresentArtifacts(tx, auId, number);
    if (artifacts.length === 0) {
      await decide(tx, auId, number, { decision: 'expired', reason: GONE_REASON });
      return { outcome: 'gone' };
    }
    await deleteForUndo(tx, { number, artifacts, undoMs });
    await setState(tx, number, 'deleted', verdict);
    const { requested_by: by, reason } = request;
    const details = { by, ...omitUndefined({ reason: reason ?? undefined, approvedBy: verdict.by }) };
    const entry = { op: 'deleted' as const, artifacts, ...details, request: number };
    await buildJournalInsert(auId, entry).execute(tx);
    return { outcome: 'decided' };
  });
  return convertUnderHoldError(work);
}

async function decide(
  tx: Transaction<IndexSchema>,
  auId: number,
  number: number,
  {
    decision,
    by,
    reason,
  }: Pick<DeletionDecidedEntry, 'decision'> & { by?: string; reason?: string | undefined },
): Promise<void> {
  await setState(tx, number, decision, { by, reason });
  const artifacts = await listDeletionUuids(tx, number);
  const entry = {
    op: 'deletion-decided' as const,
    number,
    decision,
    artifacts,
    ...omitUndefined({ by, reason }),
  };
  await buildJournalInsert(auId, entry).execute(tx);
}

async function setState(
  tx: Transaction<IndexSchema>,
  number: number,
  state: DeletionState,
  { by, reason }: { by?: string | undefined; reason?: string | undefined },
): Promise<void> {
  await sql`
    update deletion set state = ${state}, decided_at = now(), decided_by = ${by ?? null},
      decision_reason = ${reason ?? null}
    where number = ${number}`.execute(tx);
}

/**
 * Records that an approved purge request was carried out. Does nothing until all its artifacts are purged, so that the
 * approval remains valid for the remaining artifacts.
 */
export async function closePurgeRequest(db: Kysely<IndexSchema>, number: number): Promise<void> {
  await sql`
    update deletion set state = 'deleted'
    where number = ${number} and state = 'approved' and not exists (
      select from deletion_artifact listed
      where listed.number = deletion.number and not exists (select from purge where purge.id = artifact_id)
    )`.execute(db);
}

async function throwIfMissing(
  tx: Transaction<IndexSchema>,
  auId: number,
  artifacts: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${formatPlainArray(artifacts)}::uuid[]) wanted(id)
    where not exists (select from artifact where artifact.id = wanted.id and au_id = ${auId})
    order by id`.execute(tx);
  if (rows.length > 0) throw new ArtifactsMissingError(rows.map(({ id }) => id));
}

async function insertDeletion(
  tx: Transaction<IndexSchema>,
  auId: number,
  { kind, artifacts, by, account, reason, state }: DeletionCommand & { state: DeletionState },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with filed as (
      insert into deletion (au_id, kind, state, requested_by, requested_account, reason)
      values (${auId}, ${kind}, ${state}, ${by}, ${account ?? null}, ${reason ?? null})
      returning number
    ), listed as (
      insert into deletion_artifact (number, artifact_id, au_id, url, version, collection_ms)
      select filed.number, wanted.id, ${auId}, url, version, collection_ms
      from filed, unnest(${formatPlainArray(artifacts)}::uuid[]) wanted(id)
      left join artifact on artifact.id = wanted.id and au_id = ${auId}
    )
    select number from filed`.execute(tx);
  return rows[0]!.number;
}

/**
 * Returns the open request of the user for exactly these artifacts. Considers only the requests for the first artifact,
 * because an AU may have many open requests.
 */
async function findOpenRequest(
  tx: Transaction<IndexSchema>,
  auId: number,
  { kind, artifacts, by }: Pick<DeletionCommand, 'kind' | 'artifacts' | 'by'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from deletion
    where au_id = ${auId} and state = 'requested' and kind = ${kind} and requested_by = ${by}
      and number in (select number from deletion_artifact where artifact_id = ${artifacts[0]}::uuid)
      and (select array_agg(artifact_id order by artifact_id) from deletion_artifact where number = deletion.number)
        = (select array_agg(id order by id) from unnest(${formatPlainArray(artifacts)}::uuid[]) wanted(id))
    order by number limit 1`.execute(tx);
  return rows[0]?.number;
}

async function listPresentArtifacts(
  tx: Transaction<IndexSchema>,
  auId: number,
  number: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from artifact where au_id = ${auId}
      and id in (select artifact_id from deletion_artifact where number = ${number})
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the UUIDs of all artifacts of a deletion, in ascending order. */
export async function listDeletionUuids(db: Kysely<IndexSchema>, number: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select artifact_id as id from deletion_artifact where number = ${number} order by artifact_id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

type WithoutUndefined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function omitUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>;
}
