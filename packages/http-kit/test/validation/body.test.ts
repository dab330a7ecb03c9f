import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { asAdmin, type ShellTestService, startService } from '../service.ts';

describe('request bodies', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const upload = async ({ raw }: { raw: AsyncIterable<Buffer> }): Promise<number> => {
      let sizeBytes = 0;
      for await (const chunk of raw) sizeBytes += chunk.length;
      return sizeBytes;
    };
    service = await startService(
      { upload: async (input, response) => void response.json({ sizeBytes: await upload(input) }) },
      { bodyLimitBytes: 10_000, bodyLimitsBytes: { addThings: 20 } },
    );
  });
  afterAll(() => service.stop());

  const put = (type: string, body: string): request.Test =>
    request(service.url).put('/things/box').set(asAdmin).set('Content-Type', type).send(body);
  // Sends bytes unchanged. supertest would convert them to JSON.
  const putBytes = async (
    body: Uint8Array<ArrayBuffer>,
    headers = {},
  ): Promise<{ status: number; detail: string }> => {
    const answer = await fetch(`${service.url}/things/box`, {
      method: 'PUT',
      headers: { ...asAdmin, 'Content-Type': 'application/json', ...headers },
      body,
    });
    return { status: answer.status, detail: ((await answer.json()) as { detail: string }).detail };
  };
  const form = (body: string): request.Test =>
    request(service.url)
      .post('/things/box/form')
      .set(asAdmin)
      .type('application/x-www-form-urlencoded')
      .send(body);

  it('gives a JSON body to the handler once it fits its schema', async () => {
    const answer = await put('application/json; charset=UTF-8', '{"size":3,"tags":{"a":"é"}}').expect(200);
    expect(answer.body.body).toEqual({ size: 3, tags: { a: 'é' } });
  });

  it.each([
    ['{"size":', 'The body must be JSON.'],
    ['{"tags":{}}', 'The body needs the member "size".'],
    ['{"size":-1}', 'The body: member "size" must be at least 0, not -1.'],
    ['{"size":"big"}', 'The body: member "size" must be a whole number of at least 0, not "big".'],
    ['{"size":1,"x":2}', 'The body must not have the member "x".'],
    ['{"size":1,"__proto__":{"admin":true}}', 'The body must not have the member "__proto__".'],
    ['{"size":1,"tags":{"a.b":7}}', 'The body: member "tags.a.b" must be text, not 7.'],
    ['[]', 'The body must be an object.'],
    ['null', 'The body must be an object, not null.'],
    ['{"size":1,"tags":{"a":"\\u0000"}}', 'The body must not contain the character U+0000.'],
    ['{"size":1,"tags":{"\\u0000":"a"}}', 'The body must not contain the character U+0000.'],
    ['{"size":1,"tags":{"\\ud800":"a"}}', 'The body must not contain an unpaired surrogate.'],
    ['{"size":1,"tags":{"a":"x\\udc00"}}', 'The body must not contain an unpaired surrogate.'],
    [
      `{"size":1,"inner":${'['.repeat(4000)}${']'.repeat(4000)}}`,
      'The body must not be nested deeper than 64 levels.',
    ],
  ])('refuses the JSON body %s', async (body, sentence) => {
    const answer = await put('application/json', body).expect(400);
    expect(answer.body.detail).toBe(sentence);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const answer = await putBytes(Buffer.from('{"size":1,"tags":{"a":"\xe9"}}', 'latin1'));
    expect(answer).toEqual({ status: 400, detail: 'The request body must be UTF-8.' });
  });

  it('answers a body of another type with 415 where the contract lists it, with 400 elsewhere', async () => {
    const answer = await put('text/xml', '<size>1</size>').expect(415);
    expect(answer.body.detail).toBe('The Content-Type of the request must be application/json.');
    await put('', '{"size":1}').expect(415);
    await put('application/json; charset=utf-16', '{"size":1}').expect(415);
    await request(service.url)
      .post('/things/add')
      .set(asAdmin)
      .type('application/json')
      .send('[]')
      .expect(400);
  });

  it('needs a body where the contract does', async () => {
    const absent = await request(service.url).put('/things/box').set(asAdmin).expect(400);
    expect(absent.body.detail).toBe('The request needs a body of the type application/json.');
  });

  it('reads no more than the limit, compressed or not', async () => {
    const large = `{"size":1,"tags":{"a":"${'x'.repeat(20_000)}"}}`;
    expect((await put('application/json', large).expect(413)).body.detail).toContain('10000 bytes');
    const packed = gzipSync(large);
    expect(packed.length).toBeLessThan(10_000);
    const gzip = { 'Content-Encoding': 'gzip' };
    expect(await putBytes(packed, gzip)).toMatchObject({ status: 413 });
    expect(await putBytes(packed.subarray(0, 20), gzip)).toMatchObject({ status: 400 });
    expect(await putBytes(packed, { 'Content-Encoding': 'odd' })).toMatchObject({ status: 415 });
  });

  it('may be longer or shorter for one operation than for the others', async () => {
    const add = (text: string): request.Test =>
      request(service.url).post('/things/add').set(asAdmin).type('text/plain').send(text);
    await add('x'.repeat(20)).expect(200);
    expect((await add('x'.repeat(21)).expect(413)).body.detail).toContain('20 bytes');
  });

  it('gives an urlencoded form as an object of validated fields', async () => {
    const answer = await form('op=start&committed=true&config=%7B%22a%22%3A%22b+c%22%7D&other=1').expect(200);
    expect(answer.body.body).toEqual({ op: 'start', committed: true, config: { a: 'b c' } });
  });

  it.each([
    ['committed=true', 'Field "op" is required.'],
    ['op=stop', 'Field "op" must be one of "start", "finish", not "stop".'],
    ['op=start&op=finish', 'Field "op" must be given only once.'],
    ['op=start&committed=1', 'Field "committed" must be true or false, not "1".'],
    ['op=start&config=x', 'Field "config" must be an object, not "x".'],
    ['op=start&config=%7B%22a%22%3A1%7D', 'Field "config": member "a" must be text, not 1.'],
    ['op=start&props=%7B', 'Field "props" must be JSON.'],
    ['op=start&props=%7B%22size%22%3A-1%7D', 'Field "props": member "size" must be at least 0, not -1.'],
    ['op=%FF', 'Field "op" must be percent-encoded UTF-8.'],
  ])('refuses the form %s', async (body, sentence) => {
    expect((await form(body).expect(400)).body.detail).toBe(sentence);
  });

  it('leaves multipart and binary bodies unread for the handler', async () => {
    const answer = await request(service.url)
      .post('/things/box/form')
      .set(asAdmin)
      .field('op', 'start')
      .expect(200);
    expect(answer.body).not.toHaveProperty('body');
    const binary = await request(service.url)
      .post('/stream')
      .set(asAdmin)
      .type('application/octet-stream')
      .send(Buffer.alloc(50_000));
    expect(binary.body).toEqual({ sizeBytes: 50_000 });
  });
});
