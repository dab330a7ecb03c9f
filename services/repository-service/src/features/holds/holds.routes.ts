// GET and POST /holds, PATCH and DELETE /holds/{hold}.
import type { repository } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers } from '@holdfast/http-kit';
import { countHolds, type HoldFilter, listHolds } from '../../index/aus/holds.db.ts';
import { countLegalHolds } from '../../index/aus/legal-holds.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { convertUnavailableErrors } from '../errors.ts';
import { createPages, type PageLimits, type PageTokenSettings } from '../shared/paging.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import { changeContentHold, type HoldsDeps, liftContentHold, placeContentHold, toHoldWire } from './holds.ts';

export interface HoldRoutesDeps extends HoldsDeps {
  readonly tokens: PageTokenSettings;
  readonly pageLimits: PageLimits;
}

export function createHoldsRoutes(deps: HoldRoutesDeps) {
  const { db, tokens, pageLimits, nowMs } = deps;
  return {
    getHolds: async ({ query, raw }, response) => {
      const { namespace, auid, uuid } = query;
      const filter: HoldFilter = {
        ...{ namespace, uuid },
        auidSha256: auid === undefined ? undefined : hashAuid(auid),
      };
      const paging = createPages<string>(tokens, pageLimits, [
        'holds',
        namespace ?? '',
        auid ?? '',
        uuid ?? '',
      ]);
      const { limit, after, totalCount } = paging.request(query);
      const found = await convertUnavailableErrors(listHolds(db, filter, { after, limit: limit + 1 }));
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)!.id : undefined;
      const counts = await convertUnavailableErrors(
        countLegalHolds(
          db,
          shown.map(({ id }) => id),
        ),
      );
      const total = totalCount ?? (await convertUnavailableErrors(countHolds(db, filter)));
      response.json({
        holds: shown.map((one) =>
          toHoldWire(
            one,
            nowMs(),
            counts.filter(({ hold }) => hold === one.id),
          ),
        ),
        pageInfo: paging.info({ totalCount: total, items: shown.length, link: makeRequestLink(raw), last }),
      });
    },

    placeHold: async ({ query, body, user, raw }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      const hold = await convertUnavailableErrors(placeContentHold(deps, namespace, body, user?.name ?? ''));
      addAuditSubject(raw, {
        namespace,
        auid: hold.auid,
        ...(hold.uuid !== undefined && { uuid: hold.uuid }),
      });
      response.status(201).json(hold);
    },

    changeHold: async ({ params, body, user, raw }, response) => {
      const hold = await convertUnavailableErrors(
        changeContentHold(deps, params.hold, body, user?.name ?? ''),
      );
      addAuditSubject(raw, { namespace: hold.namespace, auid: hold.auid });
      response.json(hold);
    },

    liftHold: async ({ params, query, user, raw }, response) => {
      const lifted = { by: user?.name ?? '', reason: query.reason };
      const hold = await convertUnavailableErrors(liftContentHold(deps, params.hold, lifted));
      addAuditSubject(raw, { namespace: hold.namespace, auid: hold.auid });
      response.json(hold);
    },
  } satisfies OperationHandlers<repository.operations>;
}
