// GET /imports.
import type { repository } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import {
  countImports,
  type ImportPosition,
  type ListedImport,
  listImports,
} from '../../index/view/imports.db.ts';
import { convertUnavailableErrors } from '../errors.ts';
import { createPages, type PageLimits, type PageTokenSettings } from '../shared/paging.ts';
import { makeRequestLink } from '../shared/request-link.ts';

export interface ImportsDeps {
  readonly db: Executor<IndexSchema>;
  readonly tokens: PageTokenSettings;
  readonly pageLimits: PageLimits;
  nowMs(): number;
}

export function createImportsRoutes({ db, tokens, pageLimits, nowMs }: ImportsDeps) {
  return {
    getImports: async ({ query, raw }, response) => {
      const paging = createPages<ImportPosition>(tokens, pageLimits, ['imports']);
      const { limit, after, totalCount } = paging.request(query);
      const found = await convertUnavailableErrors(
        listImports(db, { after, limit: limit + 1, nowMs: nowMs() }),
      );
      const shown = found.slice(0, limit);
      const final = found.length > limit ? shown.at(-1)! : undefined;
      const last = final && { startedMs: final.startedMs, id: final.id };
      const total = totalCount ?? (await convertUnavailableErrors(countImports(db)));
      const link = makeRequestLink(raw);
      response.json({
        imports: shown.map(wireOf),
        pageInfo: paging.info({ totalCount: total, items: shown.length, link, last }),
      });
    },
  } satisfies OperationHandlers<repository.operations>;
}

function wireOf({ startedMs: started, seenMs: seen, ...one }: ListedImport) {
  return { ...one, started, seen };
}
