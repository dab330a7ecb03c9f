// Places, changes and lifts holds, and converts them to their API representation.
import type { HoldChange, Hold as HoldWire, NewHold } from '@holdfast/api-types';
import { findArtifact } from '../../index/artifact.db.ts';
import { findAu } from '../../index/aus/au.db.ts';
import { changeHold, type Hold, liftHold, placeHold } from '../../index/aus/holds.db.ts';
import type { LegalHoldCount } from '../../index/aus/legal-holds.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import type { ArtifactsDeps } from '../artifacts/artifacts.ts';
import {
  makeBadParameterError,
  makeNoSuchArtifactError,
  makeNoSuchAuError,
  makeNoSuchHoldError,
} from '../errors.ts';

export interface HoldsDeps extends Pick<ArtifactsDeps, 'db' | 'pool' | 'defaultNamespace'> {
  readonly nowMs: () => number;
  readonly ingest: { newId(): string };
}

/** Places and returns a hold. Throws 400 for contradictory values, and 404 if the AU or artifact does not exist. */
export async function placeContentHold(
  deps: HoldsDeps,
  namespace: string,
  wanted: NewHold,
  by: string,
): Promise<HoldWire> {
  const { uuid, auid, reason, until } = wanted;
  if ((uuid === undefined) === (auid === undefined))
    throw makeBadParameterError('Give either `uuid` or `auid`.');
  refuseBadEnd(deps, until);
  const found = await findSubject(deps, namespace, { uuid, auid });
  const hold = deps.ingest.newId();
  const since = await placeHold(deps.db, found.auId, {
    ...{ hold, by, reason },
    ...(uuid !== undefined && { artifact: uuid }),
    ...(until !== undefined && { until }),
  });
  if (since === undefined)
    throw uuid === undefined
      ? makeNoSuchAuError(found.auid, namespace)
      : makeNoSuchArtifactError(uuid, namespace);
  return {
    ...{ hold, namespace, auid: found.auid, by, reason, since, active: true },
    ...(uuid !== undefined && { uuid }),
    ...(until !== undefined && { until }),
  };
}

/** Last time whose year has four digits. */
const LAST_MS = Date.UTC(9999, 11, 31);

function refuseBadEnd({ nowMs }: Pick<HoldsDeps, 'nowMs'>, until: number | undefined): void {
  if (until !== undefined && until <= nowMs()) throw makeBadParameterError('`until` must be in the future.');
  if (until !== undefined && until > LAST_MS)
    throw makeBadParameterError('`until` must be before the year 10000.');
}

async function findSubject(
  { db, pool }: HoldsDeps,
  namespace: string,
  { uuid, auid }: { uuid: string | undefined; auid: string | undefined },
): Promise<{ auId: number; auid: string }> {
  const name = auid ?? (await findArtifact(pool, { namespace, uuid: uuid! }))?.auid;
  if (name === undefined) throw makeNoSuchArtifactError(uuid!, namespace);
  const au = await findAu(db, { namespace, hash: hashAuid(name) });
  if (!au) throw makeNoSuchAuError(name, namespace);
  return { auId: au.auId, auid: name };
}

/** Changes and returns the hold. Throws 400 for an end in the past, and 404 if there is no such hold. */
export async function changeContentHold(
  deps: HoldsDeps,
  hold: string,
  { reason, until }: HoldChange,
  by: string,
): Promise<HoldWire> {
  refuseBadEnd(deps, until ?? undefined);
  if (!UUID_PATTERN.test(hold)) throw makeNoSuchHoldError(hold);
  const found = await changeHold(deps.db, hold, { by, reason, until });
  if (!found) throw makeNoSuchHoldError(hold);
  return toHoldWire(found, deps.nowMs());
}

/** Lifts and returns the hold. Throws 404 if there is none. */
export async function liftContentHold(
  deps: HoldsDeps,
  hold: string,
  lifted: { by: string; reason: string | undefined },
): Promise<HoldWire> {
  if (!UUID_PATTERN.test(hold)) throw makeNoSuchHoldError(hold);
  const { by, reason } = lifted;
  const found = await liftHold(deps.db, hold, { by, ...(reason !== undefined && { reason }) });
  if (!found) throw makeNoSuchHoldError(hold);
  return { ...toHoldWire(found, deps.nowMs()), active: false };
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function toHoldWire(
  { id, namespace, auid, artifact, by, reason, placedMs, untilMs }: Hold,
  nowMs: number,
  legalHolds: readonly LegalHoldCount[] = [],
): HoldWire {
  return {
    ...{ hold: id, namespace, auid, by, reason, since: placedMs },
    ...(artifact !== null && { uuid: artifact }),
    ...(untilMs !== null && { until: untilMs }),
    active: untilMs === null || untilMs > nowMs,
    ...(legalHolds.length > 0 && {
      legalHolds: legalHolds.map(({ store, placed, pending }) => ({ store, placed, pending })),
    }),
  };
}
