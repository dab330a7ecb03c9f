// All operations of both contracts: function, types, and the part of the request that carries each input.
import { inspect } from 'node:util';
import type { configuration, repository } from '@holdfast/api-types';
import { configurationContract } from '@holdfast/api-types/configuration';
import { repositoryContract } from '@holdfast/api-types/repository';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listCallableOperations } from '../src/callable.ts';
import { type ConfigClient, createConfigClient, type RepositoryClient, ServiceError } from '../src/index.ts';
import { makeResponder, openTestClient, startTestServer, TEST_PASSWORD, type TestServer } from './serve.ts';

type Callable<Client, Id> = Id extends keyof Client
  ? Client[Id] extends (...input: never[]) => Promise<unknown>
    ? never
    : Id
  : Id;
type Unreachable =
  | { [Id in keyof repository.operations]: Callable<RepositoryClient, Id> }[keyof repository.operations]
  | { [Id in keyof configuration.operations]: Callable<ConfigClient, Id> }[keyof configuration.operations];

describe('the operations of the contracts', () => {
  let served: TestServer | undefined;
  afterEach(() => served?.close());

  it('are all there, to the compiler and in fact', () => {
    const unreachable: [Unreachable] extends [never] ? 'none' : Unreachable = 'none';
    expect(unreachable).toBe('none');
    const repositoryCalls = openTestClient('http://127.0.0.1:9');
    const configCalls = createConfigClient({ url: 'http://127.0.0.1:9', user: 'u', password: TEST_PASSWORD });
    const [ofRepository, ofConfig] = [
      listCallableOperations(repositoryContract),
      listCallableOperations(configurationContract),
    ];
    expect(Math.min(ofRepository.size, ofConfig.size)).toBeGreaterThanOrEqual(20);
    expect(repositoryCalls).toMatchObject(functions(ofRepository.keys()));
    expect(configCalls).toMatchObject(functions(ofConfig.keys()));
  });

  it('have the types of the contract', async () => {
    served = await startTestServer(makeResponder({ totalAllVersions: 7 }));
    const { getArtifactsSize, handleBulkAuOp } = openTestClient(served.url);
    const { totalAllVersions }: { totalAllVersions?: number } = await getArtifactsSize({ auid: 'a' });
    expect(totalAllVersions).toBe(7);
    // @ts-expect-error an AUID is a string
    await getArtifactsSize({ auid: 7 });
    // @ts-expect-error `op` must be one of two values
    await handleBulkAuOp({ auid: 'a', body: { op: 'begin' } });
    // @ts-expect-error there is no such parameter
    await expect(getArtifactsSize({ auid: 'a', colour: 'red' })).rejects.toThrow('has no parameter colour');
    // @ts-expect-error the AUID is needed
    await expect(getArtifactsSize({})).rejects.toThrow('needs all of its path');
  });

  it('put everything where it belongs', async () => {
    let body = '';
    const seen: Record<string, unknown> = {};
    served = await startTestServer((request, response) => {
      Object.assign(seen, request.headers);
      request.setEncoding('utf8').on('data', (text) => (body += text));
      request.on('end', () => response.end('{}'));
    });
    const client = openTestClient(`${served.url}/in/front`);
    await client.updateArtifact({ uuid: 'a/b?c#d', namespace: 'n&m', body: { committed: true } });
    expect(served.asked).toEqual(['PUT /in/front/artifacts/a%2Fb%3Fc%23d?namespace=n%26m']);
    expect(body).toBe('committed=true');
    expect(seen).toMatchObject({
      authorization: `Basic ${Buffer.from(`admin:${TEST_PASSWORD}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '14',
    });
    (await client.getArtifactDataByPayload({ uuid: 'u', Range: 'bytes=0-1' })).body.resume();
    expect(seen).toMatchObject({ range: 'bytes=0-1', accept: '*/*' });
    (
      await client.getCdxb({ namespace: 'n', url: 'u', filter: ['a:b', 'c:d'], limit: undefined })
    ).body.resume();
    expect(served.asked.at(-1)).toBe('GET /in/front/replay/cdxb/n?url=u&filter=a%3Ab&filter=c%3Ad');
  });

  it.each(['.', '..', ''])('do not lead elsewhere by an AUID of "%s"', async (auid) => {
    served = await startTestServer(makeResponder({}));
    await expect(openTestClient(served.url).getArtifactsSize({ auid })).rejects.toThrow(TypeError);
    expect(served.asked).toEqual([]);
  });

  it('show no secret in errors', async () => {
    served = await startTestServer(makeResponder({ detail: 'No.' }, 403), (request) => request.destroy());
    const client = openTestClient(served.url, { repeats: 0 });
    for (const expected of [403, undefined]) {
      const error: unknown = await client.getNamespaces().catch((caught) => caught);
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ status: expected });
      const shown =
        inspect(error, { depth: 10, showHidden: true }) + inspect(client, { depth: 10, showHidden: true });
      expect(shown).not.toContain('horse');
      expect(shown).not.toContain(Buffer.from(`admin:${TEST_PASSWORD}`).toString('base64'));
    }
    for (const url of [`http://u:${TEST_PASSWORD}@h/`, `ftp://${TEST_PASSWORD}`])
      expect(() => openTestClient(url)).not.toThrow('horse');
  });

  it.each([
    ['no JSON', 'the response is not JSON', '<html>'],
    ['nothing', 'the response is not JSON', ''],
  ])('say so when a service answers %s', async (_what, detail, text) => {
    served = await startTestServer((_request, response) => response.end(text));
    await expect(openTestClient(served.url).getNamespaces()).rejects.toMatchObject({
      name: 'ServiceError',
      detail,
    });
  });

  it('give up on a silent service', async () => {
    served = await startTestServer(() => undefined);
    const asking = openTestClient(served.url, { repeats: 0 }).getNamespaces({}, { silenceMs: 50 });
    await expect(asking).rejects.toMatchObject({ name: 'ServiceError', detail: 'it does not answer' });
  });
});

function functions(names: Iterable<string>): Record<string, unknown> {
  return Object.fromEntries([...names].map((name) => [name, expect.any(Function)]));
}
