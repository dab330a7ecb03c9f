import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ApiError } from '../../src/errors/api-error.ts';
import { sendJsonArray } from '../../src/http/send-json-array.ts';
import { type ShellTestService, startService, waitFor } from '../service.ts';
import { openRawClient } from '../socket.ts';

describe('sendJsonArray', () => {
  let service: ShellTestService;
  let batches: () => AsyncIterable<readonly unknown[]>;
  beforeAll(async () => {
    service = await startService({
      download: async ({ signal }, response) => sendJsonArray(response, batches(), signal),
    });
  });
  afterAll(() => service.stop());

  const listing = (): request.Test => request(service.url).get('/stream');

  it.each([
    ['none', [], []],
    ['nothing but empty batches', [[], []], []],
    ['one item', [[{ a: 'é' }]], [{ a: 'é' }]],
    ['many batches, empty ones among them', [[], [1, 2], [], ['3'], [null]], [1, 2, '3', null]],
    ['what JSON has no word for', [[undefined, 1]], [null, 1]],
  ])('sends %s', async (_what, given, wanted) => {
    batches = () => from(given);
    const answer = await listing().expect(200).expect('Content-Type', 'application/json; charset=utf-8');
    expect(JSON.parse(answer.text)).toEqual(wanted);
  });

  it('asks for nothing on HEAD', async () => {
    let asked = false;
    batches = async function* () {
      asked = true;
      yield [1];
    };
    const answer = await request(service.url).head('/stream').expect(200);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(asked).toBe(false);
  });

  it('makes an error before the first batch an ordinary error answer', async () => {
    batches = async function* () {
      yield [];
      throw new ApiError(502, 'The store cannot be read.');
    };
    const answer = await listing().expect(502);
    expect(answer.type).toBe('application/problem+json');
  });

  it('cuts the connection on an error after the first batch', async () => {
    batches = async function* () {
      yield ['first'];
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('lost');
    };
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    const text = await client.closed();
    expect(text).toContain('["first"');
    expect(text).not.toContain(']');
  });

  it('asks for no more than a client takes, and ends the iteration when the client goes', async () => {
    let given = 0;
    let ended = false;
    batches = async function* () {
      try {
        for (; given < 10_000; given += 1) yield ['x'.repeat(64 * 1024)];
      } finally {
        ended = true;
      }
    };
    const client = await openRawClient(service.port);
    client.socket.pause();
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
    // The socket buffers take some megabytes. After that, the array is no longer read.
    await standsStill(() => given);
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(1_000);
    client.socket.destroy();
    await waitFor(() => (ended ? true : undefined));
  });
});

async function* from(batches: readonly (readonly unknown[])[]): AsyncGenerator<readonly unknown[]> {
  yield* batches;
}

async function standsStill(count: () => number): Promise<void> {
  for (let before = -1; before !== count() || before === 0; ) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
