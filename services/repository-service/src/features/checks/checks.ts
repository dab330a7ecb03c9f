// Requests fixity checks and adds check schedules. Rejects scopes in which nothing is stored.
import type { CheckScopeToRequest, NewCheck, NewCheckSchedule } from '@holdfast/api-types';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { CheckScope, CheckStores } from '../../domain/fixity-check.ts';
import { findAu } from '../../index/aus/au.db.ts';
import { cancelRun, type FixityRun, findRun, insertRun, MAX_OPEN_RUNS } from '../../index/checks/runs.db.ts';
import {
  type CheckSchedule,
  deleteSchedule,
  insertSchedule,
  MAX_SCHEDULES,
} from '../../index/checks/schedules.db.ts';
import { findUnknownArtifacts, hasArtifactsIn, hasUrlPrefix } from '../../index/checks/scope.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { listCheckedStores } from '../../jobs/checks/check-artifacts.ts';
import {
  makeBadParameterError,
  makeCheckEndedError,
  makeNoArtifactsUnderPrefixError,
  makeNoSuchArtifactError,
  makeNoSuchAuError,
  makeNoSuchCheckError,
  makeNoSuchNamespaceError,
  makeNoSuchScheduleError,
  makeTooManyChecksError,
  makeTooManySchedulesError,
} from '../errors.ts';

export interface ChecksDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly defaultNamespace: string;
  readonly ingest: { newId(): string };
}

/**
 * Requests a check. Throws 400 if the stores to read do not exist, 404 if nothing is stored in the scope, and 409 if too many
 * checks are waiting.
 */
export async function requestFixityCheck(deps: ChecksDeps, wanted: NewCheck, by: string): Promise<FixityRun> {
  const { scope, uuids } = toScope(deps, wanted.scope);
  const stores = chooseWantedStores(deps, wanted.stores);
  await throwIfEmpty(deps, scope, uuids);
  const id = deps.ingest.newId();
  const run = await insertRun(deps.db, { id, scope, uuids, stores, by, reason: wanted.reason });
  if (!run) throw makeTooManyChecksError(MAX_OPEN_RUNS);
  return run;
}

/** Adds a schedule. Throws the same errors as `requestFixityCheck`. */
export async function addFixitySchedule(
  deps: ChecksDeps,
  wanted: NewCheckSchedule,
  by: string,
): Promise<CheckSchedule> {
  const { scope } = toScope(deps, wanted.scope);
  const stores = chooseWantedStores(deps, wanted.stores);
  await throwIfEmpty(deps, scope, undefined);
  const { periodDays } = wanted;
  const added = await insertSchedule(deps.db, { id: deps.ingest.newId(), scope, stores, periodDays, by });
  if (!added) throw makeTooManySchedulesError(MAX_SCHEDULES);
  return added;
}

/** Finds a check. Throws 404 if there is none. */
export async function requireCheck(deps: Pick<ChecksDeps, 'db'>, id: string): Promise<FixityRun> {
  const run = UUID_PATTERN.test(id) ? await findRun(deps.db, id) : undefined;
  if (!run) throw makeNoSuchCheckError(id);
  return run;
}

/** Cancels a check. Throws 404 if there is none, and 409 if it has ended. */
export async function cancelFixityCheck(deps: ChecksDeps, id: string): Promise<FixityRun> {
  const { id: found } = await requireCheck(deps, id);
  const cancelled = await cancelRun(deps.db, found);
  if (!cancelled) throw makeCheckEndedError(id);
  return cancelled;
}

/** Deletes a schedule. Throws 404 if there is none. */
export async function deleteFixitySchedule(deps: ChecksDeps, id: string): Promise<CheckSchedule> {
  const deleted = UUID_PATTERN.test(id) ? await deleteSchedule(deps.db, id) : undefined;
  if (!deleted) throw makeNoSuchScheduleError(id);
  return deleted;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Adds the default namespace to a scope. For a list, moves the UUIDs out of the scope, which then contains only their
 * number.
 */
function toScope(
  { defaultNamespace }: ChecksDeps,
  wanted: CheckScopeToRequest,
): { scope: CheckScope; uuids?: readonly string[] } {
  if (wanted.kind === 'node') return { scope: wanted };
  const namespace = wanted.namespace ?? defaultNamespace;
  if (wanted.kind !== 'list') return { scope: { ...wanted, namespace } };
  const uuids = [...new Set(wanted.uuids)];
  return { scope: { kind: wanted.kind, namespace, artifacts: uuids.length }, uuids };
}

function chooseWantedStores({ store }: ChecksDeps, stores: CheckStores = 'ordinary'): CheckStores {
  if (listCheckedStores(store, stores).length === 0)
    throw makeBadParameterError('No store has the role `archive`.');
  return stores;
}

async function throwIfEmpty(
  { db }: ChecksDeps,
  scope: CheckScope,
  uuids: readonly string[] | undefined,
): Promise<void> {
  if (scope.kind === 'node') return;
  const { namespace } = scope;
  if (scope.kind === 'list') {
    const [unknown] = await findUnknownArtifacts(db, namespace, uuids!);
    if (unknown !== undefined) throw makeNoSuchArtifactError(unknown, namespace);
    return;
  }
  if (scope.kind === 'namespace') {
    if (!(await hasArtifactsIn(db, namespace))) throw makeNoSuchNamespaceError(namespace);
    return;
  }
  const { auid } = scope;
  if (auid !== undefined) {
    const au = await findAu(db, { namespace, hash: hashAuid(auid) });
    if (!au || au.artifactCount === 0) throw makeNoSuchAuError(auid, namespace);
  }
  if (scope.kind === 'urlPrefix' && !(await hasUrlPrefix(db, scope)))
    throw makeNoArtifactsUnderPrefixError(scope.urlPrefix, namespace);
}
