// Handles GET /aus/{auid}/history: audit log entries about an AU.

import type { AuditStore } from '@holdfast/accounts';
import type { AuHistory, configuration } from '@holdfast/api-types';
import { auditPlaceIn, errors, type OperationHandlers, readAuditPage } from '@holdfast/http-kit';

export interface AuHistoryDeps {
  /** Undefined if the service has no audit log in the database. */
  readonly auditStore?: AuditStore | undefined;
}

const USUAL_LIMIT = 100;
const MAX_LIMIT = 1_000;

export function createAuHistoryRoutes({ auditStore }: AuHistoryDeps) {
  return {
    getAuHistory: async ({ params: { auid }, query }, response) => {
      if (auditStore === undefined) throw errors.makeAuditNotStoredError();
      const { routine, limit = USUAL_LIMIT, continuationToken } = query;
      const before = continuationToken === undefined ? undefined : auditPlaceIn(continuationToken);
      const page = { before, limit: Math.min(limit, MAX_LIMIT) };
      const { entries, ...next } = await readAuditPage(auditStore, { auid, event: 'write', routine }, page);
      response.json({ entries: entries.map(omitAddress), ...next });
    },
  } satisfies OperationHandlers<configuration.operations>;
}

/** Omits client addresses, because AU administrators do not need them. */
function omitAddress({
  at,
  operation,
  user,
  status,
  outcome,
  requestId,
  routine,
}: AuHistory['entries'][number]) {
  return { at, operation, user, status, outcome, requestId, routine };
}
