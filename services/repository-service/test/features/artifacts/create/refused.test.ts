// POST /artifacts: every reason for rejection, with its message. A rejected request stores nothing.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { as, roleUsers, writeRoleUsersFile } from '../../../role-users.ts';
import { startTestService, type TestService } from '../../../service.ts';
import { createAuid, makeNoise } from '../captures.ts';
import { makeBody, makeHead, makeProps, post, readDetail, type SentPart } from './post.ts';
import { expectNothingUnfinished, listSegments } from './stored.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile() });
});

const uri = 'http://a/';
const good = { auid: createAuid(), uri };
const body = makeBody('x');
const raw = (text: string | Buffer): SentPart => ({ name: 'artifactProps', body: text });
const okHead = 'HTTP/1.1 200 OK\r\n\r\n';

const refusals: [string, SentPart[], RegExp][] = [
  ['no parts', [], /no part `artifactProps`/],
  ['no artifactProps', [body], /no part `artifactProps`/],
  ['no payload', [makeProps(good), makeHead(okHead)], /no part `payload`/],
  ['no uri', [makeProps({ auid: 'a' }), body], /"uri"/],
  ['no auid', [makeProps({ uri }), body], /"auid"/],
  ['an empty uri', [makeProps({ ...good, uri: '' }), body], /"uri"/],
  ['an empty auid', [makeProps({ ...good, auid: '' }), body], /"auid"/],
  ['a null uri', [makeProps({ ...good, uri: null }), body], /"uri"/],
  ['a number as uri', [makeProps({ ...good, uri: 7 }), body], /"uri"/],
  ['a uri with U+0000', [makeProps({ ...good, uri: 'a\0b' }), body], /U\+0000/],
  ['half a character in the uri', [raw('{"auid":"a","uri":"\\ud83d"}'), body], /surrogate/],
  ['half a character in the auid', [raw('{"auid":"\\ude00","uri":"a"}'), body], /surrogate/],
  ['a uri too long', [makeProps({ ...good, uri: 'x'.repeat(65_537) }), body], /"uri"/],
  ['an auid too long', [makeProps({ ...good, auid: 'x'.repeat(8_193) }), body], /"auid"/],
  ['a bad namespace', [makeProps({ ...good, namespace: '../etc' }), body], /"namespace"/],
  ['an empty namespace', [makeProps({ ...good, namespace: '' }), body], /"namespace"/],
  ['a version', [makeProps({ ...good, version: 1 }), body], /must not contain a version/],
  ['a version as text', [makeProps({ ...good, version: '1' }), body], /must not contain a version/],
  ['a date that is none', [makeProps({ ...good, collectionDate: 'today' }), body], /"collectionDate"/],
  ['a broken date', [makeProps({ ...good, collectionDate: 1.5 }), body], /"collectionDate"/],
  ['a date too late', [makeProps({ ...good, collectionDate: 253_402_300_800_000 }), body], /collectionDate/],
  ['a date too early', [makeProps({ ...good, collectionDate: '-62167219200001' }), body], /collectionDate/],
  ['no JSON', [raw('{"auid":'), body], /must be JSON/],
  ['a JSON list', [raw('[]'), body], /must be an object/],
  ['a JSON null', [raw('null'), body], /must be an object/],
  ['an empty artifactProps', [raw(''), body], /JSON/],
  ['bytes that are no UTF-8', [raw(Buffer.from('{"auid":"\xe9","uri":"a"}', 'latin1')), body], /UTF-8/],
  [
    'no status line',
    [makeProps(good), makeHead('Content-Type: text/html\r\n\r\n'), body],
    /httpResponseHeader/,
  ],
  ['a head of blank lines', [makeProps(good), makeHead('\r\n\r\n'), body], /httpResponseHeader/],
  ['a request for a head', [makeProps(good), makeHead('GET / HTTP/1.1\r\n\r\n'), body], /httpResponseHeader/],
  ['a head with a body', [makeProps(good), makeHead(`${okHead}more`), body], /httpResponseHeader/],
  [
    'a line that is no field',
    [makeProps(good), makeHead('HTTP/1.1 200 OK\r\nodd\r\n\r\n'), body],
    /httpResponseHeader/,
  ],
  ['a bad head behind the payload', [makeProps(good), body, makeHead('nonsense')], /httpResponseHeader/],
  [
    'a head too long',
    [makeProps(good), makeHead(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(1_048_576)}\r\n\r\n`), body],
    /longer/,
  ],
  ['artifactProps too long', [raw(' '.repeat(1_048_577)), body], /longer/],
  ['two artifactProps', [makeProps(good), makeProps(good), body], /more than one/],
  ['two payloads', [makeProps(good), body, body], /more than one/],
  ['two heads', [makeProps(good), makeHead(okHead), makeHead(okHead), body], /more than one/],
  [
    'base64',
    [makeProps(good), { ...body, headers: { 'Content-Transfer-Encoding': 'base64' } }],
    /Content-Transfer-Encoding/,
  ],
  [
    'a type with control characters',
    [makeProps(good), { ...body, headers: { 'X-Lockss-Content-Type': 'a/\x07' } }],
    /control characters/,
  ],
];

describe('a form that is refused', () => {
  afterEach(async () => {
    expect(await listSegments(service)).toEqual([]);
    await expectNothingUnfinished(service);
  });

  it.each(refusals)('for %s', async (_, parts, sentence) => {
    const answer = await post(service.client, parts);
    expect(readDetail(answer)).toEqual({ status: 400, detail: expect.stringMatching(sentence) });
  });

  it('for its end missing', async () => {
    const answer = await post(service.client, [makeProps(good), body], { cut: true });
    expect(readDetail(answer)).toMatchObject({ status: 400, detail: expect.stringContaining('ends before') });
  });

  it('for a bad namespace in the query', async () => {
    const answer = await post(service.client, [makeProps(good), body], {
      query: { namespace: '.' },
    });
    expect(answer.status).toBe(400);
  });

  it('for what is wrong with it only after a large payload', async () => {
    const large = makeBody([makeNoise(12_000_000)]);
    for (const parts of [
      [makeProps(good), large, makeHead('nonsense')],
      [large, makeProps({ auid: 'a' })],
      [makeProps(good), large, { name: 'payload', body: '' }],
    ]) {
      expect((await post(service.client, parts)).status).toBe(400);
    }
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'for being %j',
    async (type) => {
      const status = await new Promise<number>((resolve, reject) => {
        const sent = request(`${service.client.url}/artifacts`, {
          method: 'POST',
          headers: { authorization: service.client.authorization, ...(type && { 'content-type': type }) },
        });
        sent.once('error', reject);
        sent.once('response', (response) => {
          buffer(response).then(() => resolve(response.statusCode!), reject);
        });
        sent.end('{}');
      });
      expect(status).toBe(400);
    },
  );
});

describe('who may create artifacts', () => {
  it.each(roleUsers)('%s', async (user) => {
    const parts = [makeProps({ ...good, auid: createAuid() }), body];
    const { status } = await post(service.client, parts, { authorization: as(user) });
    expect(status).toBe(['writer', 'carrier', 'chief'].includes(user) ? 201 : 403);
  });

  it('nobody without credentials or with wrong ones', async () => {
    for (const authorization of ['Basic bm9ib2R5Ong=', 'Bearer x', '']) {
      const answer = await post(service.client, [makeProps(good), body], { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
    }
  });
});

describe('too many at once', () => {
  it('are told to come again soon', async () => {
    const { client } = await startTestService({ MAX_CREATES: '1' });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* slow() {
      yield Buffer.from('first');
      begin();
      await held;
      yield Buffer.from('last');
    }
    const first = post(client, [makeProps(good), makeBody(slow())]);
    await begun;
    let second = await post(client, [makeProps(good), body]);
    // The second request may be accepted if it reaches the handler before the first one.
    while (second.status === 201) second = await post(client, [makeProps(good), body]);
    expect(second.status).toBe(503);
    expect(second.headers['retry-after']).toMatch(/^\d+$/);
    release();
    expect((await first).status).toBe(201);
    expect((await post(client, [makeProps(good), body])).status).toBe(201);
  });
});
