// Handles GET /ws/auqueries (JSON and CSV), /ws/plugins, /ws/tdbaus, /ws/tdbpublishers and /ws/tdbtitles.
import { Readable } from 'node:stream';
import type { configuration } from '@holdfast/api-types';
import { type HttpResponse, type OperationHandlers, type ShellRequest, sendStream } from '@holdfast/http-kit';
import { type QueriesDeps, type QueryKind, streamCsvResult, streamJsonResult } from './queries.ts';

export type { QueriesDeps };

type Requester = Pick<ShellRequest, 'signal' | 'user'>;

export function createQueriesRoutes(deps: QueriesDeps) {
  const answer = async (
    kind: QueryKind,
    text: string,
    asked: Requester,
    response: HttpResponse,
  ): Promise<void> => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    await send(streamJsonResult(deps, { kind, text, ...toRequester(asked) }), asked, response);
  };
  return {
    queryAus: (request, response) => answer('aus', request.query.auQuery, request, response),
    queryAusAsCsv: async (request, response) => {
      response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
      response.setHeader('Content-Disposition', 'attachment; filename="archival-units.csv"');
      const text = request.query.auQuery;
      await send(streamCsvResult(deps, { kind: 'aus', text, ...toRequester(request) }), request, response);
    },
    queryPlugins: (request, response) => answer('plugins', request.query.pluginQuery, request, response),
    queryTdbAus: (request, response) => answer('tdbAus', request.query.tdbAuQuery, request, response),
    queryTdbPublishers: (request, response) =>
      answer('tdbPublishers', request.query.tdbPublisherQuery, request, response),
    queryTdbTitles: (request, response) =>
      answer('tdbTitles', request.query.tdbTitleQuery, request, response),
  } satisfies OperationHandlers<configuration.operations>;
}

function toRequester({ signal, user }: Requester) {
  return { user: user?.name ?? '', signal };
}

async function send(
  texts: AsyncIterable<string | Uint8Array>,
  { signal }: Requester,
  response: HttpResponse,
): Promise<void> {
  await sendStream(response, Readable.from(texts, { objectMode: false }), { signal });
}
