// GET /aus/{auid}/history: what the audit log has of an AU.

import type { AuditStore } from '@holdfast/accounts';
import type { AuHistory, configuration } from '@holdfast/api-types';
import { auditPage, auditPlaceIn, errors, type HandlersOf } from '@holdfast/http-kit';

export interface AuHistoryDeps {
  /** Undefined where it is not kept. */
  readonly auditStore?: AuditStore | undefined;
}

const USUAL_LIMIT = 100;
const MAX_LIMIT = 1_000;

export function auHistoryRoutes({ auditStore }: AuHistoryDeps) {
  return {
    getAuHistory: async ({ params: { auid }, query }, response) => {
      if (auditStore === undefined) throw errors.auditNotKept();
      const { routine, limit = USUAL_LIMIT, continuationToken } = query;
      const before = continuationToken === undefined ? undefined : auditPlaceIn(continuationToken);
      const page = { before, limit: Math.min(limit, MAX_LIMIT) };
      const { entries, ...next } = await auditPage(auditStore, { auid, event: 'write', routine }, page);
      response.json({ entries: entries.map(shown), ...next });
    },
  } satisfies HandlersOf<configuration.operations>;
}

/** Who may change AUs need not know where others sit. */
function shown({ at, operation, user, status, outcome, requestId, routine }: AuHistory['entries'][number]) {
  return { at, operation, user, status, outcome, requestId, routine };
}
