// Deletes artifacts, handles deletion requests that another user must approve, and converts deletions to their API
// representation.
import { mapUserName, PROVIDER_PREFIX, type User } from '@holdfast/accounts';
import type { Deletion, NewDeletion } from '@holdfast/api-types';
import { ApiError } from '@holdfast/http-kit';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import {
  ArtifactsMissingError,
  BulkTransferError,
  type DeletionCommand,
  type DeletionVerdict,
  decideDeletion,
  deleteArtifacts,
  fileDeletionRequest,
} from '../../index/deletion/deletions.db.ts';
import { findDeletion, type ListedDeletion } from '../../index/deletion/listed-deletions.db.ts';
import { restoreArtifacts } from '../../index/deletion/undo.db.ts';
import { type ArtifactsDeps, requireArtifact } from '../artifacts/artifacts.ts';
import {
  makeAuInBulkTransferError,
  makeBadParameterError,
  makeNoSuchArtifactError,
  makeNoSuchDeletionError,
} from '../errors.ts';

export interface DeletionsDeps extends Pick<ArtifactsDeps, 'db' | 'pool' | 'defaultNamespace'> {
  readonly deletionPolicy: {
    /** Whether a second user must approve each deletion. */
    readonly needsApproval: boolean;
    readonly needsReason: boolean;
    /** Time in milliseconds after a deletion during which compaction does not remove the deleted records. */
    readonly undoMs: number;
  };
}

/** User who requests or decides a deletion. */
export interface DeletionUser {
  readonly by: string;
  /** Stable identity of an OpenID Connect user, whose name may change. Undefined for all other users. */
  readonly account: string | undefined;
}

/** Returns the user's name and, for an OpenID Connect user, an identity that stays the same if the name changes. */
export function toDeletionUser(user: User | undefined): DeletionUser {
  const { name = '', provider } = user ?? {};
  return { by: name, account: provider && `${PROVIDER_PREFIX}${provider.subject}` };
}

interface SingleDeletion extends DeletionUser {
  readonly uuid: string;
  readonly namespace: string | undefined;
  readonly reason: string | undefined;
}

/**
 * Deletes the artifact. Returns the artifact and the number of the deletion. Throws 404 if the namespace does not
 * contain the artifact. Throws 409 if the artifact is under hold or its AU is in bulk transfer. If another user must
 * approve the deletion, creates a request and throws 409.
 */
export async function deleteSingleArtifact(
  deps: DeletionsDeps,
  { uuid, namespace, by, account, reason }: SingleDeletion,
): Promise<{ artifact: StoredArtifact; number: number }> {
  refuseMissingReason(deps, reason);
  const artifact = await requireArtifact(deps, uuid, namespace);
  const order = { kind: 'delete' as const, artifacts: [artifact.id], by, account, reason };
  const { needsApproval } = deps.deletionPolicy;
  const work = deleteOrFileRequest(deps, artifact.auId, order);
  const number = await convertDeletionErrors(work, { uuid, namespace: artifact.namespace });
  if (needsApproval) throw makeApprovalNeededError(uuid, number);
  return { artifact, number };
}

function makeApprovalNeededError(uuid: string, number: number): ApiError {
  return new ApiError(
    409,
    `Artifact ${uuid} was not deleted: request ${number} waits for the approval of another user.`,
    {
      headers: { 'X-Holdfast-Deletion': String(number) },
    },
  );
}

/** Deletes the artifacts or, if another user must approve, creates a deletion request. Returns the deletion. */
export async function requestContentDeletion(
  deps: DeletionsDeps,
  { namespace, wanted, ...user }: DeletionUser & { namespace: string; wanted: NewDeletion },
): Promise<Deletion> {
  const { uuids, kind = 'delete', reason } = wanted;
  const { needsApproval } = deps.deletionPolicy;
  refuseMissingReason(deps, reason);
  if (kind === 'purge' && !needsApproval)
    throw makeBadParameterError('DELETION_APPROVAL is off, so a purge needs no request: run `keep purge`.');
  if (kind === 'purge' && reason === undefined)
    throw makeBadParameterError('A purge request needs a `reason`.');
  const artifacts = await Promise.all(uuids.map((uuid) => requireArtifact(deps, uuid, namespace)));
  const [first] = artifacts as [StoredArtifact, ...StoredArtifact[]];
  const other = artifacts.find(({ auId }) => auId !== first.auId);
  if (other !== undefined)
    throw makeBadParameterError(`Artifacts ${first.id} and ${other.id} are in different AUs.`);
  const order = { kind, artifacts: artifacts.map(({ id }) => id), ...user, reason };
  const work = deleteOrFileRequest(deps, first.auId, order);
  const number = await convertDeletionErrors(work, { uuid: first.id, namespace });
  return readDeletion(deps, number);
}

/** Deletes the artifacts or, if another user must approve, creates a deletion request. Returns the number. */
function deleteOrFileRequest(
  { db, deletionPolicy }: DeletionsDeps,
  auId: number,
  order: DeletionCommand,
): Promise<number> {
  return deletionPolicy.needsApproval
    ? fileDeletionRequest(db, auId, order)
    : deleteArtifacts(db, auId, order, deletionPolicy);
}

function refuseMissingReason({ deletionPolicy }: DeletionsDeps, reason: string | undefined): void {
  if (deletionPolicy.needsReason && reason === undefined)
    throw makeBadParameterError('Give a `reason` for the deletion (DELETION_REASON=required).');
}

/** Returns the deletion. Throws 404 if there is none with this number. */
export async function readDeletion({ db }: DeletionsDeps, number: number): Promise<Deletion> {
  const found = await findDeletion(db, number);
  if (!found) throw makeNoSuchDeletionError(number);
  return toDeletionWire(found);
}

/**
 * Decides a request and returns it. Throws 403 if this user must not make the decision, 404 if there is no such
 * request, and 409 if it cannot be decided any more or the artifacts cannot be deleted.
 */
export async function decideContentDeletion(
  deps: DeletionsDeps,
  number: number,
  verdict: DeletionVerdict & DeletionUser,
): Promise<Deletion> {
  const request = await findDeletion(deps.db, number);
  if (!request) throw makeNoSuchDeletionError(number);
  refuseWrongUser(request, verdict);
  const { namespace, artifacts } = request;
  const decision = await convertDeletionErrors(
    decideDeletion(deps.db, request, verdict, deps.deletionPolicy),
    {
      uuid: artifacts[0]?.uuid ?? '',
      namespace,
    },
  );
  if (decision.outcome === 'closed')
    throw new ApiError(409, `Request ${number} is already closed (${decision.state}).`);
  if (decision.outcome === 'gone')
    throw new ApiError(409, `None of the artifacts of request ${number} exists any more; it has expired.`);
  return readDeletion(deps, number);
}

/** Restores the artifacts of a deletion and returns it. Throws 404, and 409 if this is not possible any more. */
export async function undoContentDeletion(
  deps: DeletionsDeps,
  number: number,
  by: string,
): Promise<Deletion> {
  const deletion = await findDeletion(deps.db, number);
  if (!deletion) throw makeNoSuchDeletionError(number);
  const restored = await restoreArtifacts(deps.db, deletion, by);
  if (restored.outcome === 'closed')
    throw new ApiError(409, `Deletion ${number} cannot be undone: its state is ${restored.state}.`);
  if (restored.outcome !== 'restored')
    throw new ApiError(409, `Deletion ${number} cannot be undone: ${NO_UNDO_REASONS[restored.outcome]}.`);
  return readDeletion(deps, number);
}

const NO_UNDO_REASONS = {
  gone: 'compaction, a purge, a repair or a rebuild of the index has removed the data that the undo needs',
  replaced: 'an artifact with the same UUID has been stored since',
  bulk: 'the AU is in bulk mode; finish the bulk transfer first',
} as const;

/**
 * Throws 403 if this user must not make the decision. Compares users by name, with the same normalization as the users
 * file, or by their OpenID Connect identity. A token acts on behalf of its owner.
 */
function refuseWrongUser(
  request: ListedDeletion,
  { kind, by, account }: DeletionVerdict & DeletionUser,
): void {
  const isSameAccount = account !== undefined && account === request.account;
  const isOwn = isSameAccount || mapUserName(request.by) === mapUserName(by);
  if (kind === 'withdraw' && !isOwn)
    throw new ApiError(403, `Only ${request.by} can withdraw request ${request.number}.`);
  if (kind !== 'withdraw' && isOwn)
    throw new ApiError(403, `Another user must decide request ${request.number}; you can only withdraw it.`);
}

async function convertDeletionErrors<T>(
  work: Promise<T>,
  { uuid, namespace }: { uuid: string; namespace: string },
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ArtifactsMissingError) throw makeNoSuchArtifactError(error.artifacts[0]!, namespace);
    if (error instanceof BulkTransferError) throw makeAuInBulkTransferError(uuid);
    throw error;
  }
}

export function toDeletionWire(deletion: ListedDeletion): Deletion {
  const { number, namespace, auid, kind, state, requestedMs, by, count } = deletion;
  const { reason, decidedMs, decidedBy, decisionReason, undoneMs, undoneBy, undoUntilMs } = deletion;
  return {
    ...{ number, namespace, auid, kind, state, requested: requestedMs, by, count },
    undoable: deletion.undoable,
    ...(reason !== null && { reason }),
    ...(decidedMs !== null && { decided: decidedMs }),
    ...(decidedBy !== null && { decidedBy }),
    ...(decisionReason !== null && { decisionReason }),
    ...(undoneMs !== null && { undone: undoneMs }),
    ...(undoneBy !== null && { undoneBy }),
    ...(deletion.undoable && undoUntilMs !== null && { undoUntil: undoUntilMs }),
    artifacts: deletion.artifacts.map(({ uuid, uri, version, collectionDate }) => ({
      uuid,
      ...(uri !== null && { uri }),
      ...(version !== null && { version }),
      ...(collectionDate !== null && { collectionDate }),
    })),
  };
}
