// Test helper: a running service with a few captures in the namespace `test`, and functions that query them.
import { request as httpRequest } from 'node:http';
import { openDatabase } from '@holdfast/pg-kit';
import { makeRequestUrlkey } from '@holdfast/surt';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { insertCaptures } from './random-captures.ts';

export type Query = Record<string, string | number | boolean>;

export interface RawAnswer {
  headers: NodeJS.Dict<string | string[]>;
  trailers: NodeJS.Dict<string>;
  body: Buffer;
}

export interface CdxbRequests {
  service: TestService;
  get(query: Query): Promise<Response>;
  text(query: Query): Promise<string>;
  /** Returns the numbers of the captures in the response, in order. */
  numbers(query: Query): Promise<number[]>;
  /** Like `numbers`, but appends `behind` to the query string without escaping it. */
  pywb(query: Query, behind: string): Promise<number[]>;
  /** Sends a request with only these headers. Does not decode the response. */
  raw(query: Query, headers?: Record<string, string>): Promise<RawAnswer>;
}

export const page = 'http://www.example.com/page';
/** URL that was captured by GET and by other methods. */
export const form = 'http://forms.example/form?x=1';

const capture = (number: number, changes: Partial<Capture>): Capture => {
  const url = changes.url ?? page;
  return {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    urlkey: makeRequestUrlkey(url, { method: changes.method, body: changes.requestBody }),
    collectionMs: Date.UTC(2014, 0, 26, 20, 6, 24 + number),
    httpStatus: 200,
    mime: 'text/html',
    redirect: undefined,
    sha1: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    lengthBytes: 1_000 + number,
    ...changes,
    url,
  };
};
const captures = [
  capture(1, {}),
  capture(2, { httpStatus: 404, mime: 'image/png' }),
  capture(3, { url: 'https://example.com/PAGE' }),
  capture(10, {
    url: 'http://example.com/r',
    httpStatus: 301,
    redirect: '/other path\t?x=1',
    mime: undefined,
  }),
  capture(11, { url: 'http://example.com/r', httpStatus: 302, redirect: 'https://www.EXAMPLE.com/r#here' }),
  capture(12, { url: 'http://example.com/r', httpStatus: 302, redirect: 'http://[' }),
  capture(20, { url: 'http://example.com/res', httpStatus: undefined, mime: 'text/plain' }),
  capture(21, { url: 'http://example.com/odd space\u00a0\u2028é"<' }),
  capture(30, { url: form }),
  capture(31, { url: form, method: 'OPTIONS', httpStatus: 204, mime: undefined }),
  capture(32, { url: form, method: 'POST', requestBody: 'a=b c&q=None' }),
  capture(33, { url: form, method: 'POST', requestBody: 'a=-' }),
  capture(34, { url: form, method: 'PUT', requestBody: 'a=-' }),
  capture(35, { url: form, method: 'HEAD' }),
  capture(36, { url: 'http://forms.example/empty', method: 'POST', requestBody: '__wb_post_data=' }),
  ...Array.from({ length: 60 }, (_, i) => capture(100 + i, { url: `http://many.example/${i}` })),
];

/** Limits responses to 50 captures. */
export async function prepareCdxbRequests(): Promise<CdxbRequests> {
  const service = await startTestService({ REPLAY_CDX_LIMIT: '50' });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  await insertCaptures(database, captures);
  await database.close();
  const get = (query: Query) => service.client.get('/replay/cdxb/test', query);
  return {
    service,
    get,
    text: async (query) => (await get(query)).text(),
    numbers: async (query) => numbersOf(await get({ ...query, fl: 'filename' })),
    pywb: async (query, behind) => {
      const others = new URLSearchParams({ fl: 'filename', ...query } as Record<string, string>);
      return numbersOf(await service.client.get(`/replay/cdxb/test?${others}&${behind.replace(/^&/, '')}`));
    },
    raw: (query, headers = {}) => raw(service, query, headers),
  };
}

async function numbersOf(response: Response): Promise<number[]> {
  const body = await response.text();
  if (response.status === 404) return [];
  const lines = body.trimEnd().split('\n');
  return lines.map((line) => Number(/(\d+)\.warc\.gz$/.exec(line)![1]));
}

function raw({ client }: TestService, query: Query, headers: Record<string, string>): Promise<RawAnswer> {
  const { url, authorization } = client;
  const path = `${url}/replay/cdxb/test?${new URLSearchParams(query as Record<string, string>)}`;
  return new Promise((resolve, reject) => {
    httpRequest(path, { headers: { authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ headers: response.headers, trailers: response.trailers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
