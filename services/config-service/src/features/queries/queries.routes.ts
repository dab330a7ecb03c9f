// GET /ws/auqueries, /ws/plugins, /ws/tdbaus, /ws/tdbpublishers and /ws/tdbtitles.
import type { configuration } from '@holdfast/api-types';
import { type HandlersOf, type HttpResponse, sendJsonArray } from '@holdfast/http-kit';
import { answers, type Kind, type QueriesDeps } from './queries.ts';

export type { QueriesDeps };

export function queriesRoutes(deps: QueriesDeps) {
  const answer = (kind: Kind, text: string, { signal }: { signal: AbortSignal }, response: HttpResponse) =>
    sendJsonArray(response, answers(deps, { kind, text, signal }), signal);
  return {
    queryAus: (request, response) => answer('aus', request.query.auQuery, request, response),
    queryPlugins: (request, response) => answer('plugins', request.query.pluginQuery, request, response),
    queryTdbAus: (request, response) => answer('tdbAus', request.query.tdbAuQuery, request, response),
    queryTdbPublishers: (request, response) =>
      answer('tdbPublishers', request.query.tdbPublisherQuery, request, response),
    queryTdbTitles: (request, response) =>
      answer('tdbTitles', request.query.tdbTitleQuery, request, response),
  } satisfies HandlersOf<configuration.operations>;
}
