// The browser client: requests, responses and 401 responses.

import type { repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import { afterEach, expect, it } from '@jest/globals';
import { createBrowserClient, ServiceError } from '../src/browser/index.ts';
import { readResponseBodyLines } from '../src/browser/lines.ts';
import { listCallableOperations } from '../src/callable.ts';
import { makeResponder, startTestServer, type TestServer } from './serve.ts';

const callables = Object.fromEntries(listCallableOperations(repositoryContract));
let served: TestServer | undefined;
afterEach(() => served?.close());

const clientAt = (url: string, onUnauthenticated?: () => Promise<boolean>) =>
  createBrowserClient<repository.operations>(callables, {
    url: () => new URL(`${url}/console/repository/`),
    headers: { 'x-requested-with': 'holdfast-console' },
    ...(onUnauthenticated && { onUnauthenticated }),
  });

it('asks where the service is now, with its parameters in their places', async () => {
  served = await startTestServer((request, response) =>
    makeResponder({ headers: request.headers })(request, response),
  );
  const answer = (await clientAt(served.url).getArtifacts({ auid: 'a/b', limit: 2 })) as unknown as {
    headers: object;
  };
  expect(served.asked).toEqual(['GET /console/repository/aus/a%2Fb/artifacts?limit=2']);
  expect(answer.headers).toMatchObject({
    accept: 'application/json',
    'x-requested-with': 'holdfast-console',
  });
});

it('sends forms with their files last', async () => {
  let body = '';
  served = await startTestServer(async (request, response) => {
    body = Buffer.concat(await request.toArray()).toString();
    response.end('{"status":"OK"}\n\n{"status":"ERROR"}');
  });
  const archive = new File(['content'], 'a.warc');
  const answer = await clientAt(served.url).addArtifacts({ body: { archive, auid: 'x' } });
  expect(body.indexOf('name="auid"')).toBeLessThan(body.indexOf('name="archive"; filename="a.warc"'));
  const lines: string[] = [];
  for await (const line of readResponseBodyLines(answer, 'POST /archives')) lines.push(line);
  expect(lines).toEqual(['{"status":"OK"}', '{"status":"ERROR"}']);
});

it('rejects with what the service says', async () => {
  const problem = { type: 'about:blank', status: 404, detail: 'not there', requestId: 'r-1' };
  served = await startTestServer(makeResponder(problem, 404, { 'content-type': 'application/problem+json' }));
  const refused = await clientAt(served.url)
    .getNamespaces()
    .catch((error) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({ status: 404, detail: 'not there', requestId: 'r-1' });
  await served.close();
  const gone = await clientAt(served.url)
    .getNamespaces()
    .catch((error) => error);
  served = undefined;
  expect(gone).toMatchObject({ name: 'ServiceError', status: undefined });
});

it('asks once more after somebody has logged in again', async () => {
  served = await startTestServer(makeResponder({}, 401), makeResponder(['default']));
  expect(await clientAt(served.url, async () => true).getNamespaces()).toEqual(['default']);
  const refused = clientAt((await startTestServer(makeResponder({}, 401))).url, async () => false);
  await expect(refused.getNamespaces()).rejects.toMatchObject({ status: 401 });
});

it('ends with the reason of its signal', async () => {
  served = await startTestServer(() => undefined);
  const gone = new AbortController();
  const call = clientAt(served.url).getNamespaces({}, { signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
});
