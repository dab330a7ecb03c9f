// GET /ws/auqueries, /ws/plugins, /ws/tdbaus, /ws/tdbpublishers and /ws/tdbtitles.
import { Readable } from 'node:stream';
import type { configuration } from '@holdfast/api-types';
import { type HandlersOf, type HttpResponse, type ShellRequest, sendStream } from '@holdfast/http-kit';
import { answerText, type Kind, type QueriesDeps } from './queries.ts';

export type { QueriesDeps };

type Asked = Pick<ShellRequest, 'signal' | 'user'>;

export function queriesRoutes(deps: QueriesDeps) {
  const answer = async (kind: Kind, text: string, asked: Asked, response: HttpResponse): Promise<void> => {
    const { signal, user } = asked;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const texts = answerText(deps, { kind, text, user: user?.name ?? '', signal });
    await sendStream(response, Readable.from(texts, { objectMode: false }), { signal });
  };
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
