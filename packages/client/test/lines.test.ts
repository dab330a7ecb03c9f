import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openTestClient, startTestServer, type TestServer } from './serve.ts';

describe('the lines of an answer', () => {
  let served: TestServer | undefined;
  afterEach(() => served?.close());

  async function read(chunks: readonly Buffer[]): Promise<unknown[]> {
    served = await startTestServer(async (request, response) => {
      await once(request.resume(), 'end');
      for (const chunk of chunks) {
        await new Promise((resolve) => response.write(chunk, resolve));
        await new Promise(setImmediate);
      }
      response.end();
    });
    const found: unknown[] = [];
    const { importArchive } = openTestClient(served.url);
    for await (const line of importArchive({ auid: 'a', archive: Buffer.from('WARC') })) found.push(line);
    return found;
  }
  const bytes = (text: string) => [Buffer.from(text)];

  it('are read however they are cut, within a letter too', async () => {
    const lines = [
      { status: 'OK', url: 'http://x/é€😀' },
      { status: 'ERROR', offset: 3 },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n`;
    expect(await read(bytes(text))).toEqual(lines);
    await served?.close();
    expect(await read(Array.from(Buffer.from(text), (byte) => Buffer.of(byte)))).toEqual(lines);
  });

  it.each([
    ['{"status":"OK"}', [{ status: 'OK' }]],
    ['', []],
  ])('need no last line end: %s', async (text, lines) => {
    expect(await read(bytes(text))).toEqual(lines);
  });

  it.each(['<html>', '{"status":"FINE"}', '[]', 'null', '{"status":"OK"'])(
    'are refused when they are something else: %s',
    async (line) => {
      await expect(read(bytes(`${line}\n`))).rejects.toThrow('the response has a line that is no');
    },
  );

  it('are never held beyond a bound', async () => {
    await expect(read(Array(20).fill(Buffer.alloc(100_000, 'x')))).rejects.toThrow('too long');
  });
});
