// Listings that span several responses, with a fake service. test-e2e tests a real service.
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeResponder, openTestClient, startTestServer, type TestServer } from './serve.ts';

describe('a listing', () => {
  let served: TestServer | undefined;
  afterEach(() => served?.close());
  const page = (uuids: string[], continuationToken?: string) =>
    makeResponder({ artifacts: uuids.map((uuid) => ({ uuid })), pageInfo: { continuationToken } });

  it('asks for a page when it is needed, and not before', async () => {
    served = await startTestServer(page(['a', 'b'], 'to&ken'), page([], 'more'), page(['c']));
    const found: unknown[] = [];
    for await (const { uuid } of openTestClient(served.url).artifacts({ auid: 'x', limit: 2 })) {
      found.push([uuid, served.asked.length]);
    }
    expect(found).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
    ]);
    expect(served.asked[1]).toBe('GET /aus/x/artifacts?limit=2&continuationToken=to%26ken');
  });

  it('asks for nothing more when it is left', async () => {
    served = await startTestServer(page(['a', 'b'], 'more'));
    for await (const _ of openTestClient(served.url).artifactsFromAllAus()) break;
    expect(served.asked).toEqual(['GET /artifacts']);
  });

  const lines =
    (resumeKey: string | undefined, ...texts: string[]): Parameters<typeof startTestServer>[0] =>
    (_request, response) => {
      response.writeHead(200, resumeKey === undefined ? {} : { trailer: 'X-Resume-Key' });
      for (const each of texts) response.write(`${each}\n`);
      if (resumeKey !== undefined) response.addTrailers({ 'X-Resume-Key': resumeKey });
      response.end();
    };

  it('of CDX lines goes on where the service stopped', async () => {
    served = await startTestServer(lines('k', '1', '2'), lines(undefined, '3'));
    const found: string[] = [];
    for await (const each of openTestClient(served.url).cdxLines({ namespace: 'n', url: 'u', limit: 9 }))
      found.push(each);
    expect(found).toEqual(['1', '2', '3']);
    expect(served.asked).toEqual([
      'GET /replay/cdxb/n?url=u&limit=9',
      'GET /replay/cdxb/n?url=u&limit=7&resumeKey=k',
    ]);
  });

  it('of CDX lines has no more than were asked for, and none when nothing matches', async () => {
    served = await startTestServer(lines('k', '{"a":1}'), makeResponder('No captures found.', 404));
    const { captures } = openTestClient(served.url);
    expect(await all(captures({ namespace: 'n', url: 'u', limit: 1 }))).toEqual([{ a: 1 }]);
    expect(await all(captures({ namespace: 'n', url: 'u' }))).toEqual([]);
    expect(served.asked).toHaveLength(2);
  });
});

async function all<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of listing) found.push(item);
  return found;
}
