// Tests the client of the repository service with faulty servers. The end-to-end tests use a real repository service.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatBasicAuth } from '@holdfast/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpRepository, RepositoryUnavailableError } from '../../src/repository/repository.ts';

const auid = 'org|example|Plugin&base_url~http%3A%2F%2Fx%2Ey%2F';
const path = `/aus/${encodeURIComponent(auid)}`;
const never = new AbortController().signal;
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const repositoryAt = (url: string, more: { timeoutMs?: number; namespace?: string } = {}) =>
  createHttpRepository({
    url,
    certFile: undefined,
    user: 'reader',
    password: 'päss:word',
    namespace: more.namespace,
    timeoutMs: more.timeoutMs ?? 10_000,
  });

async function urlsAt(url: string, more = {}): Promise<(readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for await (const page of repositoryAt(url, more).urlsOfAu(auid, never)) pages.push(page);
  return pages;
}

const json = (value: unknown, status = 200, type = 'application/json'): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value));
  };
};

const page = (uris: string[], continuationToken?: string) => ({
  artifacts: uris.map((uri) => ({ uri })),
  pageInfo: { totalCount: 3, resultsPerPage: uris.length, continuationToken },
});

describe('the URLs of an AU', () => {
  it('are asked for page by page, logged in, by the AUID as one segment of the path', async () => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(`${request.headers.authorization} ${request.url}`);
      json(asked.length === 1 ? page(['a', 'b'], 'to ken') : page(['c']))(request, response);
    });
    expect(await urlsAt(`${url}/repository/`, { namespace: 'ns' })).toEqual([['a', 'b'], ['c']]);
    const login = formatBasicAuth('reader', 'päss:word');
    expect(asked).toEqual([
      `${login} /repository${path}/artifacts?namespace=ns&limit=1000`,
      `${login} /repository${path}/artifacts?namespace=ns&limit=1000&continuationToken=to+ken`,
    ]);
  });

  it('are none for an AU that the repository does not know', async () => {
    expect(await urlsAt(await serve(json({ status: 404 }, 404, 'application/problem+json')))).toEqual([]);
  });

  it('are those of the first page, and then an error, when the repository goes away', async () => {
    let answered = 0;
    const url = await serve((request, response) => {
      if (answered++ === 0) json(page(['a'], 'next'))(request, response);
      else request.destroy();
    });
    const pages = repositoryAt(url).urlsOfAu(auid, never);
    expect((await pages.next()).value).toEqual(['a']);
    await expect(pages.next()).rejects.toThrow('The repository service cannot be reached.');
  });

  it('end with an error when pages go round in circles', async () => {
    await expect(urlsAt(await serve(json(page(['a'], 'same'))))).rejects.toThrow('repeats the same page');
  });

  it('are no longer asked for when nobody wants them', async () => {
    const gone = new AbortController();
    const url = await serve(() => gone.abort(new Error('client went away')));
    await expect(repositoryAt(url).urlsOfAu(auid, gone.signal).next()).rejects.toThrow('client went away');
  });
});

describe('an answer that cannot be used is an error in plain words', () => {
  const strange = /an unexpected response document/;
  it.each<[string, RequestListener, RegExp]>([
    ['401', json({}, 401), /does not accept the credentials/],
    ['403', json({}, 403), /does not permit/],
    ['503', json({}, 503), /status 503/],
    ['a 404 that is not of the service', json({}, 404, 'text/html'), /status 404/],
    ['not JSON', (_request, response) => response.end('<html>'), /not JSON/],
    ['no page', json({ pageInfo: {} }), strange],
    ['null', json(null), strange],
    ['an artifact without URL', json({ artifacts: [{}], pageInfo: {} }), strange],
    ['no page info', json({ artifacts: [] }), strange],
    ['a strange token', json({ artifacts: [], pageInfo: { continuationToken: 5 } }), strange],
  ])('%s', async (_name, answer, message) => {
    const failed = urlsAt(await serve(answer));
    await expect(failed).rejects.toThrow(RepositoryUnavailableError);
    await expect(failed).rejects.toThrow(message);
  });

  it('a redirect: the credentials go nowhere else', async () => {
    let elsewhere = 0;
    const other = await serve((_request, response) => {
      elsewhere++;
      response.end();
    });
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: other }).end();
    });
    await expect(urlsAt(url)).rejects.toThrow('status 307');
    expect(elsewhere).toBe(0);
  });

  it('no end: not more is read than a page can have', async () => {
    let sent = 0;
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', more).on('error', () => undefined);
      more();
    });
    await expect(urlsAt(url)).rejects.toThrow('longer than 33554432 bytes');
    expect(sent).toBeLessThan(100 * 1024 * 1024);
  });

  it('no answer in time, or half of one', async () => {
    const silent = await serve(() => undefined);
    await expect(urlsAt(silent, { timeoutMs: 50 })).rejects.toThrow('did not respond within 0.05 seconds');
    const half = await serve((_request, response) => void response.write('{'));
    await expect(urlsAt(half, { timeoutMs: 50 })).rejects.toThrow('did not respond within 0.05 seconds');
  });

  it('nobody there', async () => {
    const url = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    await expect(urlsAt(url)).rejects.toThrow('cannot be reached');
  });
});

describe('the size of an AU', () => {
  const sizeAt = (url: string) => repositoryAt(url).sizeOfAu(auid, never);

  it('is as the repository says', async () => {
    const size = { totalLatestVersions: 5, totalAllVersions: 7, totalWarcSize: 3 };
    const url = await serve((request, response) => {
      expect(request.url).toBe(`${path}/size`);
      json(size)(request, response);
    });
    expect(await sizeAt(url)).toEqual({ latestBytes: 5, allVersionsBytes: 7, warcBytes: 3 });
  });

  it('is nothing for an AU that the repository does not know', async () => {
    expect((await sizeAt(await serve(json({}, 404)))).latestBytes).toBe(0);
  });

  it.each([{}, { totalLatestVersions: -1 }, { totalLatestVersions: '5' }, [], 5])(
    'is not taken from %j',
    async (answer) => {
      await expect(sizeAt(await serve(json(answer)))).rejects.toThrow(RepositoryUnavailableError);
    },
  );
});
