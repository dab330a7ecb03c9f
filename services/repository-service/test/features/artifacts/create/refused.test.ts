// POST /artifacts: every reason for rejection, with its message. A rejected request stores nothing.
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { as, roleUsers, roleUsersFile } from '../../../role-users.ts';
import { type TestService, testService } from '../../../service.ts';
import { freshAuid, noise } from '../captures.ts';
import { head, payload, post, props, readDetail, type SentPart } from './post.ts';
import { listSegments, nothingUnfinished } from './stored.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService({ USERS_FILE: await roleUsersFile() });
});

const uri = 'http://a/';
const good = { auid: freshAuid(), uri };
const body = payload('x');
const raw = (text: string | Buffer): SentPart => ({ name: 'artifactProps', body: text });
const okHead = 'HTTP/1.1 200 OK\r\n\r\n';

const refusals: [string, SentPart[], RegExp][] = [
  ['no parts', [], /no part `artifactProps`/],
  ['no artifactProps', [body], /no part `artifactProps`/],
  ['no payload', [props(good), head(okHead)], /no part `payload`/],
  ['no uri', [props({ auid: 'a' }), body], /"uri"/],
  ['no auid', [props({ uri }), body], /"auid"/],
  ['an empty uri', [props({ ...good, uri: '' }), body], /"uri"/],
  ['an empty auid', [props({ ...good, auid: '' }), body], /"auid"/],
  ['a null uri', [props({ ...good, uri: null }), body], /"uri"/],
  ['a number as uri', [props({ ...good, uri: 7 }), body], /"uri"/],
  ['a uri with U+0000', [props({ ...good, uri: 'a\0b' }), body], /U\+0000/],
  ['half a character in the uri', [raw('{"auid":"a","uri":"\\ud83d"}'), body], /surrogate/],
  ['half a character in the auid', [raw('{"auid":"\\ude00","uri":"a"}'), body], /surrogate/],
  ['a uri too long', [props({ ...good, uri: 'x'.repeat(65_537) }), body], /"uri"/],
  ['an auid too long', [props({ ...good, auid: 'x'.repeat(8_193) }), body], /"auid"/],
  ['a bad namespace', [props({ ...good, namespace: '../etc' }), body], /"namespace"/],
  ['an empty namespace', [props({ ...good, namespace: '' }), body], /"namespace"/],
  ['a version', [props({ ...good, version: 1 }), body], /must not contain a version/],
  ['a version as text', [props({ ...good, version: '1' }), body], /must not contain a version/],
  ['a date that is none', [props({ ...good, collectionDate: 'today' }), body], /"collectionDate"/],
  ['a broken date', [props({ ...good, collectionDate: 1.5 }), body], /"collectionDate"/],
  ['a date too late', [props({ ...good, collectionDate: 253_402_300_800_000 }), body], /collectionDate/],
  ['a date too early', [props({ ...good, collectionDate: '-62167219200001' }), body], /collectionDate/],
  ['no JSON', [raw('{"auid":'), body], /must be JSON/],
  ['a JSON list', [raw('[]'), body], /must be an object/],
  ['a JSON null', [raw('null'), body], /must be an object/],
  ['an empty artifactProps', [raw(''), body], /JSON/],
  ['bytes that are no UTF-8', [raw(Buffer.from('{"auid":"\xe9","uri":"a"}', 'latin1')), body], /UTF-8/],
  ['no status line', [props(good), head('Content-Type: text/html\r\n\r\n'), body], /httpResponseHeader/],
  ['a head of blank lines', [props(good), head('\r\n\r\n'), body], /httpResponseHeader/],
  ['a request for a head', [props(good), head('GET / HTTP/1.1\r\n\r\n'), body], /httpResponseHeader/],
  ['a head with a body', [props(good), head(`${okHead}more`), body], /httpResponseHeader/],
  [
    'a line that is no field',
    [props(good), head('HTTP/1.1 200 OK\r\nodd\r\n\r\n'), body],
    /httpResponseHeader/,
  ],
  ['a bad head behind the payload', [props(good), body, head('nonsense')], /httpResponseHeader/],
  [
    'a head too long',
    [props(good), head(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(1_048_576)}\r\n\r\n`), body],
    /longer/,
  ],
  ['artifactProps too long', [raw(' '.repeat(1_048_577)), body], /longer/],
  ['two artifactProps', [props(good), props(good), body], /more than one/],
  ['two payloads', [props(good), body, body], /more than one/],
  ['two heads', [props(good), head(okHead), head(okHead), body], /more than one/],
  [
    'base64',
    [props(good), { ...body, headers: { 'Content-Transfer-Encoding': 'base64' } }],
    /Content-Transfer-Encoding/,
  ],
  [
    'a type with control characters',
    [props(good), { ...body, headers: { 'X-Lockss-Content-Type': 'a/\x07' } }],
    /control characters/,
  ],
];

describe('a form that is refused', () => {
  afterEach(async () => {
    expect(await listSegments(service)).toEqual([]);
    await nothingUnfinished(service);
  });

  it.each(refusals)('for %s', async (_, parts, sentence) => {
    const answer = await post(service.client, parts);
    expect(readDetail(answer)).toEqual({ status: 400, detail: expect.stringMatching(sentence) });
  });

  it('for its end missing', async () => {
    const answer = await post(service.client, [props(good), body], { cut: true });
    expect(readDetail(answer)).toMatchObject({ status: 400, detail: expect.stringContaining('ends before') });
  });

  it('for a bad namespace in the query', async () => {
    const answer = await post(service.client, [props(good), body], { query: { namespace: '.' } });
    expect(answer.status).toBe(400);
  });

  it('for what is wrong with it only after a large payload', async () => {
    const large = payload([noise(12_000_000)]);
    for (const parts of [
      [props(good), large, head('nonsense')],
      [large, props({ auid: 'a' })],
      [props(good), large, { name: 'payload', body: '' }],
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
    const parts = [props({ ...good, auid: freshAuid() }), body];
    const { status } = await post(service.client, parts, { authorization: as(user) });
    expect(status).toBe(['writer', 'carrier', 'chief'].includes(user) ? 201 : 403);
  });

  it('nobody without credentials or with wrong ones', async () => {
    for (const authorization of ['Basic bm9ib2R5Ong=', 'Bearer x', '']) {
      const answer = await post(service.client, [props(good), body], { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
    }
  });
});

describe('too many at once', () => {
  it('are told to come again soon', async () => {
    const { client } = await testService({ MAX_CREATES: '1' });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* slow() {
      yield Buffer.from('first');
      begin();
      await held;
      yield Buffer.from('last');
    }
    const first = post(client, [props(good), payload(slow())]);
    await begun;
    let second = await post(client, [props(good), body]);
    // The second request may be accepted if it reaches the handler before the first one.
    while (second.status === 201) second = await post(client, [props(good), body]);
    expect(second.status).toBe(503);
    expect(second.headers['retry-after']).toMatch(/^\d+$/);
    release();
    expect((await first).status).toBe(201);
    expect((await post(client, [props(good), body])).status).toBe(201);
  });
});
