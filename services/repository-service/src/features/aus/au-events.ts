// History of an AU, page by page, newest first.

import type { AuEvent, AuEvents } from '@holdfast/api-types';
import { createPageToken } from '@holdfast/pg-kit';
import { describeRepairSource } from '../../domain/artifact-event.ts';
import { findAu } from '../../index/aus/au.db.ts';
import { type AuEventEntry, type AuEventPosition, listAuEvents } from '../../index/history/au-events.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { makeNoSuchAuError } from '../errors.ts';
import type { PageQuery } from '../shared/paging.ts';
import { type AuVisibility, toAuCertificate } from './au-certificate.ts';

export interface AuEventsDeps extends Pick<ListingDeps, 'db' | 'tokens' | 'pageLimits'> {
  nowMs(): number;
}

type TokenContent = readonly [atMs: number, lineId: number, kind: number, id: string];

/** Returns one page, limited to what the user may see. Throws 404 if the namespace has never had the AU. */
export async function readAuEventsPage(
  { db, tokens, pageLimits, nowMs }: AuEventsDeps,
  au: { readonly namespace: string; readonly auid: string },
  query: PageQuery,
  { canSeeUserDetails, canSeeNode }: AuVisibility,
): Promise<AuEvents> {
  if (!tokens.key) throw new Error('a page was requested before the service was ready');
  const token = createPageToken(tokens.key, ['AU events', au.namespace, au.auid]);
  const after = query.continuationToken ? (token.decode(query.continuationToken) as TokenContent) : undefined;
  const limit = Math.min(query.limit ?? pageLimits.default, pageLimits.max);
  const page = { after: after && toPosition(after), limit: limit + 1, nowMs: nowMs() };
  const found = await listAuEvents(db, { ...au, withNode: canSeeNode }, page);
  if (found.length === 0 && !(await findAu(db, { ...au, hash: hashAuid(au.auid) })))
    throw makeNoSuchAuError(au.auid, au.namespace);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    events: shown.map((entry) => toWire(entry, canSeeUserDetails)),
    ...(last && { continuationToken: token.encode([last.atMs, last.lineId, last.kind, last.id]) }),
  };
}

function toPosition([atMs, lineId, kind, id]: TokenContent): AuEventPosition {
  return { atMs, lineId, kind, id };
}

function toWire(entry: AuEventEntry, canSeeUserDetails: boolean): AuEvent {
  if (entry.event === 'imported') {
    const { user, fileName, outcome, failure, counts } = entry.import;
    return {
      ...{ event: entry.event, at: entry.atMs, outcome, counts },
      ...(canSeeUserDetails && user !== undefined && { by: user }),
      ...(canSeeUserDetails && fileName !== undefined && { fileName }),
      ...(canSeeUserDetails && failure !== undefined && { detail: failure }),
    };
  }
  if (entry.event === 'certified') {
    const { requestedBy, reason } = entry.check;
    return {
      ...{ event: entry.event, at: entry.atMs, certificate: toAuCertificate(entry.check) },
      ...(canSeeUserDetails && { by: requestedBy }),
      ...(canSeeUserDetails && reason !== undefined && { detail: reason }),
    };
  }
  const { event, atMs: at, detail, artifacts, artifact } = entry;
  const { by, file, reason, source, store, until, hold } = detail;
  // An event without a user has a technical reason, which is never confidential.
  const isTechnical = by === undefined;
  return {
    ...{ event, at },
    ...(canSeeUserDetails && by !== undefined && { by }),
    ...(canSeeUserDetails && file !== undefined && { fileName: file }),
    ...((canSeeUserDetails || isTechnical) && reason !== undefined && { detail: reason }),
    ...(source !== undefined && describeRepairSource(source)),
    ...(store !== undefined && { store }),
    ...(until !== undefined && { until }),
    ...(hold !== undefined && { hold }),
    ...(artifacts > 0 && { artifacts }),
    ...(artifacts === 1 && artifact !== undefined && { uuid: artifact }),
  };
}
