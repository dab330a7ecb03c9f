// Returns the event history of one artifact, page by page. Includes deleted and purged artifacts.

import type { ArtifactEvent, ArtifactEvents } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import { describeRepairSource } from '../../domain/artifact-event.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import {
  findRemovedArtifact,
  type HistorySubject,
  openArtifactHistory,
} from '../../index/history/artifact-history.ts';
import type { EventKey, StoredEvent } from '../../index/history/events.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { makeNoSuchArtifactError } from '../errors.ts';
import type { PageQuery, Pages } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';

export type EventPosition = readonly [atMs: number, lineId: number, position: number];

interface EventsRequest {
  readonly uuid: string;
  readonly namespace: string;
  /** The artifact. Undefined if it was deleted. */
  readonly artifact: StoredArtifact | undefined;
  /** Whether the response includes user names, file names and reasons. */
  readonly canSeeUserDetails: boolean;
  readonly query: PageQuery;
  readonly link: RequestLink;
}

/** Position of the event `captured`, which comes before all recorded events. */
const BEGINNING: EventKey = { atMs: 0, lineId: 0, position: -1 };

/** Returns one page of the history. Throws 404 if this namespace has never had the artifact. */
export async function readEventsPage(
  db: Executor<IndexSchema>,
  paging: Pages<EventPosition>,
  wanted: EventsRequest,
): Promise<ArtifactEvents> {
  const { uuid, artifact, canSeeUserDetails, link } = wanted;
  const history = await openArtifactHistory(db, await findSubject(db, wanted));
  const { limit, after, totalCount } = paging.request(wanted.query);
  const isFirst = after === undefined;
  const from = isFirst ? BEGINNING : toKey(after);
  const captured: ArtifactEvent[] =
    isFirst && artifact ? [{ event: 'captured', at: artifact.collectionMs }] : [];
  const found = await history.list({ after: from, limit: limit - captured.length + 1 });
  const shown = found.slice(0, limit - captured.length);
  const last = found.length > shown.length ? (shown.at(-1) ?? from) : undefined;
  const events = [...captured, ...shown.map((event) => toEventWire(event, canSeeUserDetails))];
  const total = totalCount ?? (await history.count()) + (artifact ? 1 : 0);
  const position = last && ([last.atMs, last.lineId, last.position] as const);
  return {
    uuid,
    events,
    pageInfo: paging.info({ totalCount: total, items: events.length, link, last: position }),
  };
}

function toKey([atMs, lineId, position]: EventPosition): EventKey {
  return { atMs, lineId, position };
}

async function findSubject(
  db: Executor<IndexSchema>,
  { uuid, namespace, artifact }: EventsRequest,
): Promise<HistorySubject> {
  if (artifact) return { artifact: uuid, namespace, auid: artifact.auid };
  const gone = UUID_PATTERN.test(uuid)
    ? await findRemovedArtifact(db, { namespace, artifact: uuid })
    : undefined;
  if (!gone) throw makeNoSuchArtifactError(uuid, namespace);
  return gone;
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function toEventWire(
  { kind: event, atMs: at, detail }: StoredEvent,
  canSeeUserDetails: boolean,
): ArtifactEvent {
  const { by, file, reason, source, store, until, hold, artifacts, damaged, request, approvedBy } = detail;
  // An event without a user has a technical reason, which is never confidential.
  const isTechnical = by === undefined && request === undefined;
  return {
    ...{ event, at },
    ...(canSeeUserDetails && by !== undefined && { by }),
    ...(canSeeUserDetails && file !== undefined && { fileName: file }),
    ...((canSeeUserDetails || isTechnical) && reason !== undefined && { detail: reason }),
    ...(source !== undefined && describeRepairSource(source)),
    ...(store !== undefined && { store }),
    ...(until !== undefined && { until }),
    ...(hold !== undefined && { hold }),
    ...(artifacts !== undefined && { artifacts }),
    ...(damaged !== undefined && { damaged }),
    ...(request !== undefined && { request }),
    ...(canSeeUserDetails && approvedBy !== undefined && { approvedBy }),
  };
}
