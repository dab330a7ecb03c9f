import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { computeQuantile, runCreators } from '../../src/create/creators.ts';
import { createFormFactory } from '../../src/create/form.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

describe('creators', () => {
  it('post one form after the other, each with a URL of its own, and count what was answered 201', async () => {
    const uris: string[] = [];
    let [atOnce, most] = [0, 0];
    const url = await serve(async (body) => {
      most = Math.max(most, ++atOnce);
      uris.push(/"uri":"([^"]+)"/.exec(body)![1]!);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce--;
      return 201;
    });
    const found = await runCreators({ ...plan, url });
    expect(found.acknowledged).toBe(uris.length);
    expect(new Set(uris).size).toBe(uris.length);
    expect(most).toBe(plan.creators);
    expect(found.measured).toBeGreaterThan(0);
    expect(found.measured).toBeLessThanOrEqual(found.acknowledged);
    expect(found.artifactsPerSecond).toBe(found.measured / plan.seconds);
  });

  it('fail at the first answer that is not 201, and say what it was', async () => {
    let answered = 0;
    const url = await serve(async () => (++answered === 5 ? 302 : 201));
    await expect(runCreators({ ...plan, url })).rejects.toThrow('A create was answered 302: in words');
  });
});

it('forms hold one of each part, and a payload of the size asked for', () => {
  const { contentType, form } = createFormFactory('an auid', 20_000);
  const boundary = contentType.split('boundary=')[1]!;
  const parts = Buffer.concat(form('http://a/"b"', 7)).toString().split(`--${boundary}`);
  expect(parts).toHaveLength(5);
  const [, properties, head, payload, end] = parts.map((part) => part.split('\r\n\r\n'));
  expect(JSON.parse(properties![1]!)).toMatchObject({ auid: 'an auid', uri: 'http://a/"b"' });
  expect(head![1]).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(payload![1]).toHaveLength(20_000 + '\r\n'.length);
  expect(end).toEqual(['--\r\n']);
});

it('large payloads do not compress', () => {
  const body = Buffer.concat(createFormFactory('an auid', 1_500_000).form('http://a/', 7));
  expect(body.length).toBeGreaterThan(1_500_000);
  expect(gzipSync(body).length).toBeGreaterThan(1_500_000);
});

it('quantile is the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);
  expect([computeQuantile(hundred, 0.5), computeQuantile(hundred, 0.99), computeQuantile([7], 0.99)]).toEqual(
    [50, 99, 7],
  );
  expect(computeQuantile([], 0.5)).toBeNaN();
});

const plan = {
  user: 'u',
  password: 'p',
  auid: 'a',
  creators: 4,
  payloadBytes: 2000,
  warmUpSeconds: 0.05,
  seconds: 0.2,
};

async function serve(answer: (body: string) => Promise<number>): Promise<string> {
  server = createServer(async (request, response) => {
    response.statusCode = await answer((await buffer(request)).toString());
    response.end('in words');
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}
