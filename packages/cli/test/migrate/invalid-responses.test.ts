// Migration from a node with invalid responses. Each invalid response must cause an error message and exit code 3.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ImportService,
  openImportService,
  PASSWORD,
  respondWithLines,
  runInProcess,
} from '../import/import-service.ts';

let target: ImportService;
let node: Server | undefined;

beforeAll(async () => {
  target = await openImportService(respondWithLines());
});
afterAll(() => target.close());
afterEach(() => {
  node?.closeAllConnections();
  node?.close();
});

/** Starts a fake node. `answers` contains its responses, keyed by path without the query string. */
async function migrateFrom(answers: Record<string, (response: ServerResponse, url: URL) => void>) {
  node = createServer((request, response) => {
    const url = new URL(request.url!, 'http://node');
    const answer = answers[url.pathname];
    response.setHeader('content-type', 'application/json');
    if (answer === undefined) response.writeHead(404).end('{}');
    else answer(response, url);
  }).listen(0, '127.0.0.1');
  await once(node, 'listening');
  const source = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  return runInProcess(['migrate', 'repository', source, '--quiet'], {
    url: target.url,
    password: PASSWORD,
    stateFolder: await createTemporaryFolder(),
  });
}

const json = (value: unknown) => (response: ServerResponse) => void response.end(JSON.stringify(value));
const namespaces = { '/namespaces': json(['lockss']) };
const auids = { '/aus': json({ auids: ['a'], pageInfo: {} }) };
const uuid = '0198c4a2-0001-4d3a-9b52-5f0c2e8d4a61';
const artifact = { uuid, namespace: 'lockss', auid: 'a', uri: 'http://a/', version: 1, contentLength: 3 };

let counter = 0;
const next = () => {
  counter += 1;
  return String(counter);
};

describe('a node that is to be left', () => {
  it.each<[string, Parameters<typeof migrateFrom>[0], RegExp]>([
    [
      'whose token never changes',
      { ...namespaces, '/aus': json({ auids: [], pageInfo: { continuationToken: 'x' } }) },
      /token came twice/,
    ],
    [
      'whose tokens go round',
      {
        ...namespaces,
        ...auids,
        '/aus/a/artifacts': (response, url) => {
          const token = url.searchParams.get('continuationToken') === 'b' ? 'c' : 'b';
          response.end(JSON.stringify({ artifacts: [], pageInfo: { continuationToken: token } }));
        },
      },
      /token came twice/,
    ],
    [
      'that has empty pages without end',
      {
        ...namespaces,
        '/aus': (response) =>
          void response.end(JSON.stringify({ auids: [], pageInfo: { continuationToken: next() } })),
      },
      /does not end/,
    ],
    [
      'that names an AU again and again',
      {
        ...namespaces,
        '/aus/a/artifacts': json({ artifacts: [], pageInfo: {} }),
        '/aus': (response) =>
          void response.end(JSON.stringify({ auids: ['a'], pageInfo: { continuationToken: next() } })),
      },
      /names "a" twice/,
    ],
    [
      'whose list is none',
      { ...namespaces, '/aus': json({ error: 'quota' }) },
      /list of Archival Units is not a page/,
    ],
    ['whose list is null', { ...namespaces, '/aus': json(null) }, /list of Archival Units is not a page/],
    [
      'whose list has no names in it',
      { ...namespaces, '/aus': json({ auids: [7], pageInfo: {} }) },
      /names 7/,
    ],
    ['whose namespaces are none', { '/namespaces': json({ a: 1 }) }, /namespaces/],
    [
      'whose artifacts have no uuid',
      {
        ...namespaces,
        ...auids,
        '/aus/a/artifacts': json({ artifacts: [{ ...artifact, uuid: null }], pageInfo: null }),
      },
      /without a uuid/,
    ],
    [
      'whose artifacts are none',
      { ...namespaces, ...auids, '/aus/a/artifacts': json({ artifacts: [null], pageInfo: {} }) },
      /without a uuid/,
    ],
    [
      'that answers no JSON',
      { ...namespaces, '/aus': (response) => void response.end('<html>') },
      /not JSON/,
    ],
  ])('%s ends the run with a sentence', async (_what, answers, sentence) => {
    const { exitCode, output, errorOutput } = await migrateFrom(answers);
    expect(errorOutput).toMatch(sentence);
    expect(errorOutput).not.toMatch(/^ {4}at /m);
    expect([exitCode, output]).toEqual([3, '']);
  });
});
