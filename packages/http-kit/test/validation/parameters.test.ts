import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { asAdmin, type ShellTestService, startService } from '../service.ts';

describe('query and path parameters', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const search = (query: string): request.Test => request(service.url).get(`/search?${query}`).set(asAdmin);

  it.each([
    ['', { limit: 1000 }],
    ['limit=7', { limit: 7 }],
    ['all=true', { limit: 1000, all: true }],
    ['all=FALSE', { limit: 1000, all: false }],
    ['version=3', { limit: 1000, version: 3 }],
    ['version=latest', { limit: 1000, version: 'latest' }],
    ['filter=a&filter=b%26c', { limit: 1000, filter: ['a', 'b&c'] }],
    ['filter=one', { limit: 1000, filter: ['one'] }],
    ['ids=1,2,3', { limit: 1000, ids: [1, 2, 3] }],
    ['q=a+b%20c%2Bd', { limit: 1000, q: 'a b c+d' }],
    ['q=50%', { limit: 1000, q: '50%' }],
    ['q=%C3%A9', { limit: 1000, q: 'é' }],
    ['q=a=b', { limit: 1000, q: 'a=b' }],
    ['from=', { limit: 1000 }],
    ['from=2014', { limit: 1000, from: '2014' }],
  ])('takes ?%s as %j', async (query, expected) => {
    const answer = await search(query).expect(200);
    expect(answer.body.query).toEqual(expected);
  });

  it.each([
    ['limit=0', 'Query parameter "limit" must be at least 1, not 0.'],
    ['limit=-5', 'Query parameter "limit" must be at least 1, not -5.'],
    ['limit=2001', 'Query parameter "limit" must be at most 2000, not 2001.'],
    ['limit=abc', 'Query parameter "limit" must be a whole number from 1 to 2000, not "abc".'],
    ['limit=', 'Query parameter "limit" must be a whole number from 1 to 2000.'],
    ['limit=1.5', 'Query parameter "limit" must be a whole number from 1 to 2000, not "1.5".'],
    ['limit=0x10', 'Query parameter "limit" must be a whole number from 1 to 2000, not "0x10".'],
    ['limit=%2010', 'Query parameter "limit" must be a whole number from 1 to 2000, not " 10".'],
    [
      'limit=99999999999999999999',
      'Query parameter "limit" must be a whole number from 1 to 2000, not "99999999999999999999".',
    ],
    ['limit=1&limit=2', 'Query parameter "limit" must be given only once.'],
    ['all=yes', 'Query parameter "all" must be true or false, not "yes".'],
    ['sort=up', 'Query parameter "sort" must be one of "default", "reverse", not "up".'],
    [
      'version=0',
      'Query parameter "version" must be a whole number of at least 1 or one of "latest", "all", not 0.',
    ],
    [
      'version=x',
      'Query parameter "version" must be a whole number of at least 1 or one of "latest", "all", not "x".',
    ],
    ['q=', 'Query parameter "q" must not be empty.'],
    ['q=%00', 'Query parameter "q" must not contain the character U+0000.'],
    ['q=%E9', 'Query parameter "q" must be percent-encoded UTF-8.'],
    ['filter=a&filter=b&filter=c&filter=d', 'Query parameter "filter" must have at most 3 entries.'],
    ['ids=1,x', 'Query parameter "ids" must be a whole number, not "x".'],
    ['pin=12345', 'Query parameter "pin" must be at most 4 characters long.'],
    ['from=20a', 'Query parameter "from" must be a timestamp of 1 to 14 digits, not "20a".'],
  ])('refuses ?%s: %s', async (query, sentence) => {
    const answer = await search(query).expect(400);
    expect(answer.type).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ detail: sentence, errors: [sentence] });
  });

  const taken = 'limit, all, q, sort, version, filter, ids, from, pin';
  it.each([
    ['limt=5', 'There is no query parameter "limt" here; did you mean "limit"?'],
    ['LIMIT=5', 'There is no query parameter "LIMIT" here; did you mean "limit"?'],
    ['fitler=5', 'There is no query parameter "fitler" here; did you mean "filter"?'],
    ['limits=5', 'There is no query parameter "limits" here; did you mean "limit"?'],
    ['limit[]=5', `There is no query parameter "limit[]" here; it takes ${taken}.`],
    ['unknown', `There is no query parameter "unknown" here; it takes ${taken}.`],
    ['unknown=1&unknown=2', `There is no query parameter "unknown" here; it takes ${taken}.`],
    ['__proto__=y', `There is no query parameter "__proto__" here; it takes ${taken}.`],
    ['=y', `There is no query parameter "" here; it takes ${taken}.`],
    ['limit=3&bad=%E9', `There is no query parameter "bad" here; it takes ${taken}.`],
    ['%E9=x', 'Names of query parameters must be percent-encoded UTF-8.'],
  ])('refuses ?%s, which has no effect: %s', async (query, sentence) => {
    const answer = await search(query).expect(400);
    expect(answer.body.errors).toEqual([sentence]);
  });

  it('says of an operation without parameters that it takes none', async () => {
    const { body } = await request(service.url).get('/stream?a=1').expect(400);
    expect(body.detail).toBe('There is no query parameter "a" here; this operation takes none.');
  });

  it('names only the first unknown parameters of many', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `unknown${index}=1`).join('&');
    const { body } = await search(many).expect(400);
    expect(body.errors).toHaveLength(5);
  });

  it('ignores unknown parameters where the contract says so', async () => {
    const get = (query: string) => request(service.url).get(`/things/box?${query}`).set(asAdmin);
    await get('unknown=1&%E9=x&bad=%E9&__proto__[admin]=1').expect(200);
  });

  it('tells all faults at once', async () => {
    const answer = await search('limit=0&all=maybe').expect(400);
    expect(answer.body.errors).toHaveLength(2);
    expect(answer.body.detail).toBe(answer.body.errors.join(' '));
  });

  it('shows only the beginning of what was sent, with nothing in it that could disturb', async () => {
    const answer = await search(`limit=${encodeURIComponent(`"\n\u001b[31m${'x'.repeat(5000)}`)}`).expect(
      400,
    );
    expect(answer.body.detail.length).toBeLessThan(200);
    expect(answer.body.detail).toContain('not "\\"\\n\\u001b[31m');
  });

  it('judges path parameters too', async () => {
    const long = await request(service.url)
      .get(`/things/${'x'.repeat(51)}`)
      .set(asAdmin)
      .expect(400);
    expect(long.body.detail).toMatch(/^Path parameter "name" must be at most 50 characters long, not "xxx/);
    const zero = await request(service.url).get('/things/a%00b').set(asAdmin).expect(400);
    expect(zero.body.detail).toBe('Path parameter "name" must not contain the character U+0000.');
  });
});
