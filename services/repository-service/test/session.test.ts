// Login with a form, with every possible response. The accounts package tests sessions.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startServiceWithoutIndex, startTestService } from './service.ts';

const password = 'pass:word';
const json = { 'content-type': 'application/json' };
const own = { 'sec-fetch-site': 'same-origin' };

describe('a session', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = (await startTestService()).client);
  });

  const ask = (method: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/session`, {
      method,
      headers: { ...json, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const logIn = (given: object, headers = {}) => ask('POST', given, headers);

  it.each(['GET', 'DELETE'])('takes no query parameters: %s', async (method) => {
    expect((await fetch(`${url}/session?user=x`, { method, headers: own })).status).toBe(400);
  });

  it('begins with a login, is a login, and ends', async () => {
    const begun = await logIn({ name: 'admin', password });
    expect(begun.status).toBe(200);
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
    const response = await ask('GET', undefined, { cookie });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        user: { name: 'admin', roles: ['userAdminRole'], expires: expect.any(String) },
        services: [{ name: 'repository', path: '' }],
        version: expect.any(String),
      },
    ]);
    expect((await fetch(`${url}/namespaces`, { headers: { cookie } })).status).toBe(200);
    expect((await ask('DELETE', undefined, { cookie })).status).toBe(403);
    expect((await ask('DELETE', undefined, { cookie, ...own })).status).toBe(204);
  });

  it('does not begin without a login that is good and the browser page that may', async () => {
    expect((await logIn({ name: 'admin' })).status).toBe(400);
    expect((await logIn({ name: 'admin', password: 'wrong' })).status).toBe(401);
    expect((await logIn({ name: 'admin', password }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await logIn({ name: 'admin', password: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await logIn({ name: 'admin', password }, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await ask('GET', undefined, { authorization: `Basic ${btoa('admin:wrong')}` })).status).toBe(401);
  });

  it('is slowed down for who guesses', async () => {
    const enough = new AbortController();
    const guess = async (_: unknown, at: number) => {
      const body = JSON.stringify({ name: 'eve', password: `guess ${at}` });
      const request = { method: 'POST', headers: json, body, signal: enough.signal };
      return (
        (await fetch(`${url}/session`, request)).status === 429 || Promise.reject(new Error('not refused'))
      );
    };
    const isRefused = Promise.any(Array.from({ length: 16 }, guess)).finally(() => enough.abort());
    expect(await isRefused).toBe(true);
  });
});

it('does not begin before the service is ready', async () => {
  const { url: unready } = await startServiceWithoutIndex();
  const answer = await fetch(`${unready}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'admin', password }),
  });
  expect(answer.status).toBe(503);
});
