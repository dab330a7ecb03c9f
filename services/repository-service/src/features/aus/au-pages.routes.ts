// GET /aus/{auid}/report, GET /aus/{auid}/condition and GET /aus/{auid}/events.
import type { repository } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { convertUnavailableErrors } from '../errors.ts';
import { toAuVisibility } from './au-certificate.ts';
import { type AuConditionDeps, describeAuCondition } from './au-condition.ts';
import { type AuEventsDeps, readAuEventsPage } from './au-events.ts';
import { type AuReportDeps, createAuReporter, formatAuReportCsv } from './au-report.ts';

export interface AuPagesDeps extends AuReportDeps, AuConditionDeps, AuEventsDeps {
  readonly defaultNamespace: string;
}

export function createAuReportRoutes(deps: AuPagesDeps) {
  const report = createAuReporter(deps);
  return {
    getAuReport: async ({ params: { auid }, query, user, signal }, response) => {
      const { namespace = deps.defaultNamespace, format = 'json' } = query;
      const found = await convertUnavailableErrors(report({ namespace, auid, user: user?.name, signal }));
      if (format === 'json') {
        response.json(found);
        return;
      }
      response
        .set('Content-Type', 'text/csv; charset=utf-8; header=present')
        .set('Content-Disposition', 'attachment; filename="au-report.csv"')
        .send(formatAuReportCsv(found));
    },

    getAuCondition: async ({ params: { auid }, query, user }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      const condition = describeAuCondition(deps, { namespace, auid }, toAuVisibility(user));
      response.json(await convertUnavailableErrors(condition));
    },

    getAuEvents: async ({ params: { auid }, query, user }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      const page = readAuEventsPage(deps, { namespace, auid }, query, toAuVisibility(user));
      response.json(await convertUnavailableErrors(page));
    },
  } satisfies OperationHandlers<repository.operations>;
}
