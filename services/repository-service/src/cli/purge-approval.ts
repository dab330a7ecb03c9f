// Approval of purges by a second user (DELETION_APPROVAL): files the request, and checks the approved request.
import { closePurgeRequest, fileDeletionRequest, listDeletionUuids } from '../index/deletion/deletions.db.ts';
import { findDeletion } from '../index/deletion/listed-deletions.db.ts';
import type { ArtifactToPurge } from '../index/keeping/purge.db.ts';
import { CommandError, type KeepDeps, type KeepResult } from './command.ts';

type ApprovalDeps = Pick<KeepDeps, 'database' | 'settings'>;

export function parseRequestOption(text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^[1-9][0-9]*$/.test(String(text)) || !Number.isSafeInteger(number))
    throw new CommandError('--request must be the number of a request.');
  return number;
}

/**
 * Files a request for each AU of these artifacts if another user must approve the purge and `request` is undefined.
 * Returns undefined if the purge may be carried out. Throws CommandError if `request` is not an approved request for
 * all of these artifacts.
 */
export async function requireApproval(
  { database: { kysely }, settings }: ApprovalDeps,
  chosen: readonly ArtifactToPurge[],
  { request, by, reason }: { request: number | undefined; by: string; reason: string },
): Promise<KeepResult | undefined> {
  if (request !== undefined) await throwUnlessApproved({ database: { kysely } }, chosen, request);
  if (request !== undefined || settings.deletionApproval === 'off' || chosen.length === 0) return undefined;
  const filed: { request: number; auid: string; artifacts: string[] }[] = [];
  for (const [auId, own] of Map.groupBy(chosen, (artifact) => artifact.auId)) {
    const artifacts = own.map(({ id }) => id);
    const number = await fileDeletionRequest(kysely, auId, { kind: 'purge', artifacts, by, reason });
    filed.push({ request: number, auid: own[0]!.auid, artifacts });
  }
  const lines = filed.map(
    ({ request: number, artifacts, auid }) =>
      `request ${number}: purge of ${artifacts.length} ${artifacts.length === 1 ? 'artifact' : 'artifacts'} in ${auid}`,
  );
  const next =
    'Nothing was purged. After another user has approved a request, run the command again with --request NUMBER.';
  return { lines: [...lines, '', next], json: { requests: filed }, clean: false };
}

async function throwUnlessApproved(
  { database: { kysely } }: { database: Pick<KeepDeps['database'], 'kysely'> },
  chosen: readonly ArtifactToPurge[],
  number: number,
): Promise<void> {
  const found = await findDeletion(kysely, number);
  if (found?.kind !== 'purge') throw new CommandError(`There is no purge request ${number}.`);
  // A resumed purge may already have deleted its artifacts and closed its request.
  const isResumed = found.state === 'deleted' && chosen.length === 0;
  if (found.state !== 'approved' && !isResumed)
    throw new CommandError(`Request ${number} is ${found.state}, not approved. Nothing was purged.`);
  const covered = new Set(await listDeletionUuids(kysely, number));
  const other = chosen.find(({ id }) => !covered.has(id));
  if (other) throw new CommandError(`Request ${number} does not include ${other.id}. Nothing was purged.`);
}

/** Records that the purge of the request was carried out, if all of its artifacts are purged. */
export async function closeApprovedRequest(
  { database }: ApprovalDeps,
  request: number | undefined,
): Promise<void> {
  if (request !== undefined) await closePurgeRequest(database.kysely, request);
}
