// LOCKSS clients' requests that work without any setting.
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { createAuid, plainHead, store } from '../artifacts/captures.ts';
import { makeBody, makeProps, post, readCreated } from '../artifacts/create/post.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});

const auPath = (auid: string, rest: string) => `/aus/${encodeURIComponent(auid)}/${rest}`;
const listed = async (path: string, query: NonNullable<Sent['query']>) => {
  const answer = await send(service.client, 'GET', path, { query });
  if (answer.status !== 200) return answer.status;
  return (JSON.parse(answer.text).artifacts as { version: number }[]).map(({ version }) => version);
};

describe('versions in capital letters', () => {
  it('are the words they spell', async () => {
    const [auid, url] = [createAuid(), 'http://capital.example/'];
    const versions = ['one', 'two'].map((body) => ({ url, head: plainHead, body }));
    await store(service.client, versions, { auid });
    for (const word of ['all', 'ALL', 'All']) {
      expect(await listed('/artifacts', { url, versions: word })).toEqual([2, 1]);
      expect(await listed(auPath(auid, 'artifacts'), { url, version: word })).toEqual([2, 1]);
    }
    for (const word of ['latest', 'LATEST']) {
      expect(await listed('/artifacts', { url, versions: word })).toEqual([2]);
      expect(await listed(auPath(auid, 'artifacts'), { version: word })).toEqual([2]);
    }
    expect(await listed(auPath(auid, 'artifacts'), { url, version: '1' })).toEqual([1]);
    for (const word of ['EVERY', 'ALL ', '']) {
      expect(await listed('/artifacts', { url, versions: word })).toBe(400);
      expect(await listed(auPath(auid, 'artifacts'), { url, version: word })).toBe(400);
    }
  });
});

/** Requests of several client versions, with all parameters in the query string. */
const EMPTY_BODIES: [string, Sent][] = [
  ['no body', {}],
  ['an empty form without a boundary', { body: '', headers: { 'content-type': 'multipart/form-data' } }],
  ['an empty form with one', { body: '', headers: { 'content-type': 'multipart/form-data; boundary=b' } }],
  [
    'a form of nothing',
    { body: '--b--\r\n', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
  ],
];

describe.each(EMPTY_BODIES)('what is all in the query, with %s', (_name, sent) => {
  it('commits', async () => {
    const auid = createAuid();
    const { uuid } = readCreated(await post(service.client, [makeProps({ auid, uri: 'u' }), makeBody('x')]));
    const query = { committed: true };
    const { status, text } = await send(service.client, 'PUT', `/artifacts/${uuid}`, { ...sent, query });
    expect([status, JSON.parse(text).committed]).toEqual([200, true]);
    expect(readProblem(await send(service.client, 'PUT', `/artifacts/${uuid}`, sent)).status).toBe(400);
  });

  it.each(['POST', 'PUT'])('starts and finishes a bulk transfer (%s)', async (method) => {
    const path = auPath(createAuid(), 'bulk');
    for (const op of ['start', 'finish'])
      expect((await send(service.client, method, path, { ...sent, query: { op } })).status).toBe(200);
    expect((await send(service.client, method, path, { ...sent, query: { op: 'finish' } })).status).toBe(404);
    expect(readProblem(await send(service.client, method, path, sent)).status).toBe(400);
    expect((await send(service.client, method, path, { ...sent, query: { op: 'stop' } })).status).toBe(400);
  });
});

describe('an empty body of a length that is not told', () => {
  const chunked = (path: string, body: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        authorization: service.client.authorization,
        'content-type': 'multipart/form-data',
        'transfer-encoding': 'chunked',
      };
      const sent = request(`${service.client.url}${path}`, { method: 'PUT', headers, agent: false });
      sent.once('error', reject);
      sent.once('response', (response) => resolve(response.resume().statusCode!));
      sent.end(body);
    });

  it('is none, and one that holds something needs a boundary', async () => {
    const path = auPath(createAuid(), 'bulk?op=start');
    expect(await chunked(path, '')).toBe(200);
    expect(await chunked(path, 'something')).toBe(400);
  });
});

it('query and form must say the same of a bulk transfer', async () => {
  const path = auPath(createAuid(), 'bulk');
  const both = (op: string) =>
    send(service.client, 'POST', path, { query: { op: 'start' }, form: { op } }).then(({ status }) => status);
  expect([await both('start'), await both('finish')]).toEqual([200, 400]);
});

it('replay is found by the names that it has elsewhere', async () => {
  const auid = createAuid();
  const url = 'http://names.example/';
  const [uuid] = await store(service.client, [{ url, head: plainHead, body: 'x' }], { auid });
  const q = `type:urlquery url:${encodeURIComponent(url)}`;
  const asked: [string, string, NonNullable<Sent['query']>][] = [
    ['/replay/cdxa/default', '/wayback/cdx/owb/default', { q }],
    ['/replay/cdxb/default', '/wayback/cdx/pywb/default', { url }],
    ['/replay/cdxb/default/', '/wayback/cdx/pywb/default/', { url }],
    [`/replay/warcs/default:${uuid}.warc.gz`, `/wayback/warcs/default:${uuid}.warc.gz`, {}],
  ];
  for (const [own, other, query] of asked) {
    const [expected, found] = [
      await send(service.client, 'GET', own, { query }),
      await send(service.client, 'GET', other, { query }),
    ];
    // Removes the generation time from the document.
    const undated = (text: string) => text.replace(/<enddate>\d+<\/enddate>/, '');
    expect([found.status, undated(found.text)]).toEqual([200, undated(expected.text)]);
    expect(found.headers.get('content-type')).toBe(expected.headers.get('content-type'));
  }
  const problem = await send(service.client, 'GET', '/wayback/warcs/none', {});
  expect(problem.status).toBe(404);
  expect((await send(service.client, 'GET', '/wayback/none', {})).status).toBe(404);
  expect((await send(service.client, 'GET', asked[2]![1], { authorization: '' })).status).toBe(401);
});

it.each(['x-ms-wmv', 'text', 'image/*; q'])('a resource of the type %s keeps it', async (type) => {
  const auid = createAuid();
  const sent = {
    name: 'payload',
    filename: 'payload',
    headers: { 'X-Lockss-Content-Type': type },
    body: 'x',
  };
  const { uuid } = readCreated(await post(service.client, [makeProps({ auid, uri: 'u' }), sent]));
  const { headers } = await send(service.client, 'GET', `/artifacts/${uuid}/payload`);
  expect(headers.get('x-lockss-content-type')).toBe(type);
  const { text } = await send(service.client, 'GET', `/artifacts/${uuid}/response`);
  expect(text).toContain(`\r\nContent-Type: ${type}\r\n`);
  const multipart = await send(service.client, 'GET', `/artifacts/${uuid}`);
  expect(multipart.text).toContain(`\r\nX-Lockss-Content-Type: ${type}\r\n`);
});
