// Implements `holdfast keep purge`.
import { userInfo } from 'node:os';
import { withAdvisoryLock } from '@holdfast/pg-kit';
import { formatLockedCopy, type LockedCopies } from '../domain/locked-copies.ts';
import { softwareName } from '../domain/service-identity.ts';
import { throwIfUnderHold, UnderHoldError } from '../index/aus/holds.db.ts';
import { findAuById } from '../index/compaction/candidates.db.ts';
import { countRetiredObjects } from '../index/compaction/retired.db.ts';
import {
  type ArtifactToPurge,
  findArtifactsToPurge,
  findErasedArtifacts,
  findOpenPurges,
  findPayloadSharers,
  findSamePayload,
  listLockedCopies,
  orderPurge,
  orderPurgeOfDeleted,
} from '../index/keeping/purge.db.ts';
import { ArtifactRestoredError, PayloadSharedError } from '../index/keeping/purge-errors.ts';
import { COMPACTION_NAME } from '../jobs/compaction.ts';
import { findCopySet } from '../jobs/fixity/segment-copies.ts';
import { makeJobLockName } from '../jobs/frame/job.ts';
import { findCopiesLeft } from '../jobs/purge/copies-left.ts';
import { findDeletedArtifacts } from '../jobs/purge/deleted.ts';
import { erasePurgedArtifacts } from '../jobs/purge/erase.ts';
import { eraseDeletedVersions } from '../jobs/purge/erase-versions.ts';
import { findUnknownObjects } from '../jobs/sweep/unknown-objects.ts';
import { CommandError, type KeepCommand, type KeepDeps, type KeepOptions } from './command.ts';
import { closeApprovedRequest, parseRequestOption, requireApproval } from './purge-approval.ts';

export const purgeCommand: KeepCommand = {
  name: 'purge',
  about: 'erase the bytes of artifacts that must not be kept',
  help: `Erases content that must not be kept, for example for legal reasons. The artifacts are deleted together with the
records captured with them, and the objects that contain them are rewritten without them. A rebuild does not bring them
back. With several stores, the output lists each store, and the purge is complete when no store has the bytes any more.
Time, person, reason and the payload's digest are recorded in the index and in the object store. Copies that the file
system or backups keep of removed objects are not erased. In a bucket with versions, all versions of the removed objects
are deleted; if object lock forbids this, the output says why and until when. Deleted artifacts can be purged, too. With
DELETION_APPROVAL, the command files a request instead. After another user has approved it, run the command again with
--request.
  --uuid UUID[,…]    artifacts to purge
  --reason TEXT      reason for the purge
  --by NAME          person on whose behalf they are purged (default: the user who runs the command)
  --with-revisits    also purge artifacts that share a payload with one of these; without it, nothing is purged if there
                     are any
  --request NUMBER   approved request for the purge of these artifacts (DELETION_APPROVAL)`,
  options: {
    uuid: { type: 'string' },
    reason: { type: 'string' },
    by: { type: 'string' },
    'with-revisits': { type: 'boolean', default: false },
    request: { type: 'string' },
  },
  run: async (deps, options) => {
    const parsed = parse(options);
    const { chosen, before } = await chooseArtifacts(deps, parsed);
    const alike = await findSamePayload(deps.database.kysely, chosen);
    const pending = await requireApproval(deps, chosen, parsed);
    if (pending) return pending;
    await recordPurges(deps, parsed, chosen);
    await closeApprovedRequest(deps, parsed.request);
    // Also erases artifacts whose earlier purge is still incomplete.
    await erase(deps, [...new Set([...parsed.ids, ...idsOf(chosen)])]);
    const open = await findOpenPurges(deps.database.kysely, parsed.ids);
    const doubts = await findRemainingBytes(deps, chosen, open.length > 0);
    const locked = (await listLockedCopies(deps.database.kysely, open)).map((found) => found.locked);
    const report = { purged: chosen, before, open, alike, locked, ...doubts };
    return { lines: formatResult(report), json: report, clean: open.length + doubts.unknown.length === 0 };
  },
};

interface ParsedCommand {
  readonly ids: string[];
  readonly reason: string;
  readonly by: string;
  readonly withRevisits: boolean;
  /** Number of the approved request. */
  readonly request: number | undefined;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_CHARACTERS = 2_000;

function parse(options: KeepOptions): ParsedCommand {
  const ids = String(options.uuid ?? '')
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter(Boolean);
  const wrong = ids.find((id) => !UUID_PATTERN.test(id));
  if (ids.length === 0) throw new CommandError('Name the artifacts to purge: --uuid UUID[,UUID…].');
  if (wrong !== undefined) throw new CommandError(`${JSON.stringify(wrong)} is not a UUID.`);
  const reason = String(options.reason ?? '').trim();
  if (reason === '' || reason.length > MAX_CHARACTERS) {
    throw new CommandError(`Give a reason of at most ${MAX_CHARACTERS} characters: --reason TEXT.`);
  }
  const by = (options.by === undefined ? ownName() : String(options.by)).trim();
  if (by === '' || by.length > 200) throw new CommandError('--by must have 1 to 200 characters.');
  const request = parseRequestOption(options.request);
  return { ids: [...new Set(ids)], reason, by, withRevisits: options['with-revisits'] === true, request };
}

/** Returns the operating system's user name, or the user ID if the user has no name, as in some containers. */
function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/**
 * Finds the artifacts to purge: the requested ones, including deleted ones, and artifacts that share a payload with
 * them. `before`: requested artifacts that an earlier purge has erased.
 */
async function chooseArtifacts(
  { database: { kysely }, store, signal }: KeepDeps,
  { ids, withRevisits }: ParsedCommand,
): Promise<{ chosen: ArtifactToPurge[]; before: string[] }> {
  const found = await findArtifactsToPurge(kysely, ids);
  const before = await findErasedArtifacts(kysely, ids);
  // Artifacts of an earlier, interrupted purge need not be searched for, because this run completes their purge.
  const settled = new Set([...(await findOpenPurges(kysely, ids)), ...before, ...idsOf(found)]);
  const others = ids.filter((id) => !settled.has(id));
  found.push(...(await findDeletedArtifacts({ db: kysely, store, signal }, others)));
  const missing = others.filter((id) => !found.some((one) => one.id === id));
  if (missing.length > 0) {
    throw new CommandError(`No artifact has ever had this UUID: ${missing.join(', ')}. Nothing was purged.`);
  }
  const sharers = (await findPayloadSharers(kysely, ids)).filter(({ id }) => !ids.includes(id));
  if (sharers.length > 0 && !withRevisits) {
    throw new CommandError(
      `Nothing was purged, because these artifacts share a payload with the artifacts to purge: ${idsOf(sharers).join(', ')}. ` +
        'To purge them as well, add --with-revisits.',
    );
  }
  const chosen = [...found, ...sharers];
  for (const [auId, artifacts] of Map.groupBy(chosen, (artifact) => artifact.auId)) {
    await throwIfUnderHold(kysely, auId, idsOf(artifacts)).catch(refuseHeld);
  }
  return { chosen, before };
}

/** Converts an UnderHoldError to a CommandError. */
function refuseHeld(error: unknown): never {
  if (!(error instanceof UnderHoldError)) throw error;
  throw new CommandError(`${error.message}. Nothing was purged. Lift the hold first.`);
}

/** Records the purges. Artifacts that share a payload come first, because the payload can be purged only after them. */
async function recordPurges(
  { database: { kysely } }: KeepDeps,
  parsed: ParsedCommand,
  chosen: readonly ArtifactToPurge[],
): Promise<void> {
  const sharers = chosen.filter(({ payloadId }) => payloadId !== null);
  const holders = chosen.filter(({ payloadId }) => payloadId === null);
  for (const some of [sharers, holders]) {
    for (const [auId, artifacts] of Map.groupBy(some, (artifact) => artifact.auId)) {
      const there = idsOf(artifacts.filter(({ version }) => version !== null));
      const deleted = artifacts.filter(({ version }) => version === null);
      try {
        if (there.length > 0 && (await orderPurge(kysely, auId, there, parsed)) < there.length)
          throw new CommandError('Some of the artifacts have just been deleted. Run the command again.');
        if (deleted.length > 0) await orderPurgeOfDeleted(kysely, auId, deleted, parsed);
      } catch (error) {
        const isOvertaken = error instanceof PayloadSharedError || error instanceof ArtifactRestoredError;
        if (!isOvertaken) refuseHeld(error);
        throw new CommandError(`${error.message}. This has just changed. Run the command again.`);
      }
    }
  }
}

/**
 * Erases the bytes. If a compaction job is running, that job erases them between two merges; otherwise, this command
 * erases them.
 */
async function erase(deps: KeepDeps, ids: readonly string[]): Promise<void> {
  const { database, store, signal } = deps;
  for (;;) {
    if ((await findOpenPurges(database.kysely, ids)).length === 0) return;
    const work = (held: AbortSignal) => {
      const mergeDeps = { db: database.kysely, signal: held, throttle: async () => held.throwIfAborted() };
      return erasePurgedArtifacts(
        { ...deps, ...mergeDeps, store, software: softwareName },
        { evenLocked: true },
      );
    };
    const { acquired } = await withAdvisoryLock(database.pool, makeJobLockName(COMPACTION_NAME), work, {
      wait: false,
      signal,
    });
    if (acquired) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
    signal.throwIfAborted();
  }
}

/**
 * Finds places where bytes of these AUs may remain. `unknown`: objects of running or interrupted imports, which the
 * index does not know yet.
 */
async function findRemainingBytes(
  { database, store, signal }: KeepDeps,
  chosen: readonly ArtifactToPurge[],
  isOpen: boolean,
) {
  const db = database.kysely;
  const copies = findCopySet(store);
  const copiesLeft: string[] = [];
  const unknown: string[] = [];
  let waiting = 0;
  for (const { auId, namespace, auid } of new Map(chosen.map((one) => [one.auId, one])).values()) {
    unknown.push(...(await findUnknownObjects({ db: database.kysely, store }, { namespace, auid })));
    waiting += await countRetiredObjects(db, auId);
    const au = isOpen ? await findAuById(db, auId) : undefined;
    if (copies && au) {
      copiesLeft.push(...(await findCopiesLeft({ db, copies, signal }, { ...au, beforeMs: Date.now() })));
    }
    if (au) copiesLeft.push(...(await eraseDeletedVersions({ db, store, signal }, au)).doubts);
  }
  return { unknown, waiting, copiesLeft: [...new Set(copiesLeft)] };
}

interface Report {
  readonly purged: readonly ArtifactToPurge[];
  readonly before: readonly string[];
  readonly open: readonly string[];
  readonly alike: readonly string[];
  readonly unknown: readonly string[];
  readonly waiting: number;
  /** Reasons why a store may still contain the bytes, if there are several stores. */
  readonly copiesLeft: readonly string[];
  /** Versions that object lock protects, for each AU. */
  readonly locked: readonly LockedCopies[];
}

function formatResult({ purged, before, open, alike, unknown, copiesLeft, locked }: Report): string[] {
  const others = purged.filter(({ payloadId }) => payloadId !== null && !idsOf(purged).includes(payloadId));
  return [
    ...purged.map(
      ({ id, auid, url, version }) =>
        `${open.includes(id) ? 'deleted' : 'erased'} ${id}: ${describeTarget(url, version)} in ${auid}`,
    ),
    ...before.map((id) => `erased earlier: ${id}`),
    ...formatList(
      'The bytes of these artifacts are not erased yet. The next compaction tries again; the log has the reason:',
      open,
    ),
    ...formatList('These stores may still contain some of the bytes:', copiesLeft),
    ...locked.flatMap(({ count, until, copies }) =>
      formatList(
        `The store refuses to delete ${count} old ${count === 1 ? 'version' : 'versions'} that may contain the bytes. ${
          until === undefined
            ? 'Remove the legal hold or grant the permission, then run this command again:'
            : `Compaction deletes them after ${new Date(until).toISOString()}:`
        }`,
        copies.map(formatLockedCopy),
      ),
    ),
    ...formatList(
      'Some purged artifacts are revisits. Their payload remains in these artifacts:',
      others.map(({ payloadId }) => payloadId!),
    ),
    ...formatList('The same payload is also in:', alike),
    ...formatList('Objects of running or interrupted imports; run keep sweep later:', unknown),
  ];
}

function describeTarget(url: string | null, version: number | null): string {
  if (version !== null) return `version ${version} of ${url}`;
  return url === null ? 'deleted earlier, nothing was left of it' : `deleted earlier, ${url}`;
}

function formatList(head: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', head, ...[...new Set(items)].map((item) => `  ${item}`)];
}

function idsOf(artifacts: readonly ArtifactToPurge[]): string[] {
  return artifacts.map(({ id }) => id);
}
