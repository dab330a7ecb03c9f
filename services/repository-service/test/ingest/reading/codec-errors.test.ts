// Error message for the client when a codec thread fails: it names the cause but no path on the server.
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { toApiError } from '../../../src/features/errors.ts';
import { CodecError } from '../../../src/ingest/reading/codec-thread.ts';

describe('a codec thread that fails', () => {
  it.each([
    ["EMFILE: too many open files, open '/srv/holdfast/change.js'", 'EMFILE: too many open files'],
    ["ENOSPC: no space left on device, write '/srv/a b/spool'", 'ENOSPC: no space left on device'],
    ['ENOMEM: not enough memory, read', 'ENOMEM: not enough memory'],
    [
      'Worker terminated due to reaching memory limit: JS heap out of memory',
      'Worker terminated due to reaching memory limit: JS heap out of memory',
    ],
    ['Cannot find module /srv/holdfast/x.js\nRequire stack: /srv/y.js', 'Cannot find module …'],
    ['failed in file:///srv/holdfast/x.js:12', 'failed in …:12'],
  ])('tells its cause: %s', (message, outcome) => {
    for (const error of [
      new CodecError('the codec thread failed', { cause: new Error(message) }),
      new CodecError(message),
    ]) {
      const answer = toApiError(error);
      expect(answer).toMatchObject({ status: 502 });
      expect(answer!.detail).toBe(`The upload could not be read completely (${outcome}).`);
      expect(answer!.detail).not.toContain('/srv');
    }
  });

  it('without files to start it, says so, counts nothing as being read, and reads when there are some', async () => {
    const threads = new URL('../../../src/ingest/reading/codec-threads.ts', import.meta.url);
    const program = `
      import { closeSync, openSync } from 'node:fs';
      import { gzipSync } from 'node:zlib';
      const { startCodecThreads } = await import(${JSON.stringify(threads.href)});
      const record = 'WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Record-ID: <urn:a>\\r\\n' +
        'WARC-Date: 2020-01-01T00:00:00Z\\r\\nWARC-Target-URI: http://a/\\r\\nContent-Length: 1\\r\\n\\r\\nx\\r\\n\\r\\n';
      async function* bytes() { yield new Uint8Array(gzipSync(record)); }
      // Keeps the process alive while the thread is starting.
      const alive = setInterval(() => undefined, 1000);
      const codec = startCodecThreads(1, 65536);
      const read = async () => {
        let found = 0;
        for await (const { findings } of codec.read(bytes(), new AbortController().signal)) found += findings.length;
        return found;
      };
      const files = [];
      try { for (;;) files.push(openSync('/dev/null')); } catch {}
      const said = await read().catch((error) => [error.name, error.reason]);
      const counted = [codec.busy(), codec.uploads()];
      for (const file of files) closeSync(file);
      console.log(JSON.stringify({ said, counted, again: await read() }));
      await codec.close();
      clearInterval(alive);`;
    const file = join(await createTemporaryFolder(), 'program.mjs');
    await writeFile(file, program);
    const args = ['-c', 'ulimit -n 100; exec "$0" --no-warnings "$1"', process.execPath, file];
    const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const outcome = JSON.parse(await text(child.stdout));
    expect(outcome).toEqual({
      said: ['CodecError', expect.stringContaining('EMFILE')],
      counted: [0, [0]],
      again: 1,
    });
  }, 120_000);
});
