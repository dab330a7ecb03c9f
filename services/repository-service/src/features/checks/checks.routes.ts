// GET and POST /checks, GET and DELETE /checks/{check}, GET /checks/{check}/certificate, GET and POST /check-schedules,
// DELETE /check-schedules/{schedule}.
import { Readable } from 'node:stream';
import type { repository } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers, sendStream } from '@holdfast/http-kit';
import type { CheckException, CheckScope } from '../../domain/fixity-check.ts';
import {
  countRuns,
  listRunExceptions,
  listRunStores,
  listRuns,
  MAX_EXCEPTIONS,
  type RunPosition,
  readCertificate,
} from '../../index/checks/runs.db.ts';
import { listSchedules } from '../../index/checks/schedules.db.ts';
import { convertUnavailableErrors, makeNoCertificateError } from '../errors.ts';
import { createPages, type PageLimits, type PageTokenSettings } from '../shared/paging.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import {
  addFixitySchedule,
  type ChecksDeps,
  cancelFixityCheck,
  deleteFixitySchedule,
  requestFixityCheck,
  requireCheck,
} from './checks.ts';
import {
  EXCEPTIONS_CSV_HEADER,
  formatExceptionsCsv,
  toCheckWire,
  toCopiesWire,
  toExceptionWire,
  toScheduleWire,
} from './checks.wire.ts';

export interface CheckRoutesDeps extends ChecksDeps {
  readonly tokens: PageTokenSettings;
  readonly pageLimits: PageLimits;
}

/** Number of exceptions that are read per batch for a CSV. */
const BATCH = 1_000;

export function createChecksRoutes(deps: CheckRoutesDeps) {
  const { db, tokens, pageLimits } = deps;
  return {
    getChecks: async ({ query, raw }, response) => {
      const { namespace, auid, state } = query;
      const filter = { namespace, auid, state };
      const named = ['checks', namespace ?? '', auid ?? '', state ?? ''];
      const paging = createPages<RunPosition>(tokens, pageLimits, named);
      const { limit, after, totalCount } = paging.request(query);
      const found = await convertUnavailableErrors(listRuns(db, filter, { after, limit: limit + 1 }));
      const shown = found.slice(0, limit);
      const final = found.length > limit ? shown.at(-1)! : undefined;
      const last = final && { requestedMs: final.requestedMs, id: final.id };
      const total = totalCount ?? (await convertUnavailableErrors(countRuns(db, filter)));
      response.json({
        checks: shown.map(toCheckWire),
        pageInfo: paging.info({
          totalCount: total,
          items: shown.length,
          link: makeRequestLink(raw),
          last,
        }),
      });
    },

    requestCheck: async ({ body, user, raw }, response) => {
      const run = await convertUnavailableErrors(requestFixityCheck(deps, body, user?.name ?? ''));
      addAuditSubject(raw, { check: run.id, ...toSubject(run.scope) });
      response.status(201).json(toCheckWire(run));
    },

    getCheck: async ({ params, query, raw }, response) => {
      const run = await convertUnavailableErrors(requireCheck(deps, params.check));
      const paging = createPages<string>(tokens, pageLimits, ['check', run.id]);
      const { limit, after, totalCount } = paging.request(query);
      const page = { after, limit: limit + 1 };
      const found = await convertUnavailableErrors(listRunExceptions(db, run.id, page));
      const shown = found.slice(0, limit);
      const { damaged, missing, unreadable } = run.counts;
      response.json({
        ...toCheckWire(run),
        ...(run.software !== undefined && { software: run.software }),
        copies: (await convertUnavailableErrors(listRunStores(db, run.id))).map(toCopiesWire),
        exceptions: shown.map(toExceptionWire),
        pageInfo: paging.info({
          totalCount: totalCount ?? Math.min(damaged + missing + unreadable, MAX_EXCEPTIONS),
          items: shown.length,
          link: makeRequestLink(raw),
          last: found.length > limit ? shown.at(-1)!.uuid : undefined,
        }),
      });
    },

    cancelCheck: async ({ params, raw }, response) => {
      const run = await convertUnavailableErrors(cancelFixityCheck(deps, params.check));
      addAuditSubject(raw, { check: run.id, ...toSubject(run.scope) });
      response.json(toCheckWire(run));
    },

    getCertificate: async ({ params, query, signal }, response) => {
      const run = await convertUnavailableErrors(requireCheck(deps, params.check));
      const text =
        run.state === 'finished' ? await convertUnavailableErrors(readCertificate(db, run.id)) : undefined;
      if (text === undefined) throw makeNoCertificateError(run.id);
      const { format = 'json' } = query;
      const name = `certificate-${run.id}.${format}`;
      response.set('Content-Disposition', `attachment; filename="${name}"`);
      if (format === 'csv') {
        response.set('Content-Type', 'text/csv; charset=utf-8; header=present');
        const lines = Readable.from(listCsv(deps, run.id), { objectMode: false });
        await sendStream(response, lines, { signal });
        return;
      }
      response.set('Content-Type', 'application/json; charset=utf-8');
      response.send(text);
    },

    getCheckSchedules: async (_request, response) => {
      const schedules = await convertUnavailableErrors(listSchedules(db));
      response.json({ schedules: schedules.map(toScheduleWire) });
    },

    addCheckSchedule: async ({ body, user, raw }, response) => {
      const added = await convertUnavailableErrors(addFixitySchedule(deps, body, user?.name ?? ''));
      addAuditSubject(raw, { schedule: added.id, ...toSubject(added.scope) });
      response.status(201).json(toScheduleWire(added));
    },

    deleteCheckSchedule: async ({ params, raw }, response) => {
      const deleted = await convertUnavailableErrors(deleteFixitySchedule(deps, params.schedule));
      addAuditSubject(raw, { schedule: deleted.id, ...toSubject(deleted.scope) });
      response.json(toScheduleWire(deleted));
    },
  } satisfies OperationHandlers<repository.operations>;
}

function toSubject(scope: CheckScope): { namespace?: string; auid?: string } {
  if (scope.kind === 'node') return {};
  const { namespace } = scope;
  return 'auid' in scope && scope.auid !== undefined ? { namespace, auid: scope.auid } : { namespace };
}

async function* listCsv({ db }: Pick<ChecksDeps, 'db'>, id: string): AsyncGenerator<string> {
  yield EXCEPTIONS_CSV_HEADER;
  for (let after: string | undefined; ; ) {
    const found: CheckException[] = await listRunExceptions(db, id, { after, limit: BATCH });
    if (found.length > 0) yield formatExceptionsCsv(found);
    if (found.length < BATCH) return;
    after = found.at(-1)!.uuid;
  }
}
