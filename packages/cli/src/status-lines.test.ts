import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { statusLines } from './status-lines.ts';

async function read(chunks: (string | Buffer)[]): Promise<unknown[]> {
  const answer = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  return await Readable.from(statusLines(answer)).toArray();
}

describe('the lines of an answer', () => {
  it('are read however they are cut, within a letter too', async () => {
    const lines = [
      { status: 'OK', url: 'http://x/é€😀' },
      { status: 'ERROR', offset: 3 },
    ];
    const bytes = Buffer.from(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n`);
    expect(await read([bytes])).toEqual(lines);
    expect(await read(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(lines);
  });

  it('need no last line end', async () => {
    expect(await read(['{"status":"OK"}'])).toEqual([{ status: 'OK' }]);
    expect(await read([])).toEqual([]);
  });

  it.each(['<html>', '{"status":"FINE"}', '[]', 'null', '{"status":"OK"'])(
    'are refused when they are something else: %s',
    async (line) => {
      await expect(read([`${line}\n`])).rejects.toThrow('the answer has a line that is no');
    },
  );

  it('are never held beyond a bound', async () => {
    await expect(read(Array(20).fill('x'.repeat(100_000)))).rejects.toThrow('too long');
  });
});
