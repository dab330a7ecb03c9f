// GET /replay/warcs when the object store returns wrong bytes: a client must be able to see that the response is
// incomplete.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { makeReplayRequests, type ReplayRequests } from './replay-requests.ts';

let service: TestService;
let ask: ReplayRequests;

beforeAll(async () => {
  service = await startTestService();
  ask = makeReplayRequests(service);
});

describe('an archive whose bytes are not there any more', () => {
  it('is a 502 when the object is missing, and when it is damaged', async () => {
    const [name] = await ask.imported(
      gzipSync(makeResponseRecord('http://lost.example/', Buffer.from('lost'))),
    );
    const { file } = await newestSegment();
    const bytes = await readFile(file);
    const at = bytes.indexOf(gzipSync(makeResponseRecord('http://lost.example/', Buffer.from('lost'))));
    const damaged = Buffer.from(bytes);
    damaged.fill(0, at + 30, at + 60);
    await rm(file);
    await writeFile(file, damaged);
    expect((await ask.get(`${name}.warc`)).status).toBe(502);
    await rm(file);
    for (const form of ['warc', 'warc.gz']) {
      const response = await ask.get(`${name}.${form}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        502,
        'application/problem+json',
      ]);
      expect(await text(response.body!)).not.toContain(service.storeFolder);
    }
  });

  it('is cut off when the damage shows after the first byte', async () => {
    const payload = createHash('sha512').update('x').digest('hex').repeat(60_000);
    const record = makeResponseRecord('http://cut.example/', Buffer.from(payload));
    const [name] = await ask.imported(gzipSync(record, { level: 0 }));
    const { file } = await newestSegment();
    const bytes = await readFile(file);
    bytes.fill(0, bytes.length - 200_000, bytes.length - 199_000);
    await rm(file);
    await writeFile(file, bytes);
    const response = await ask.get(`${name}.warc`);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});

async function newestSegment(): Promise<{ file: string }> {
  const files = (await readdir(service.storeFolder, { recursive: true })).filter((name) =>
    name.endsWith('.warc.gz'),
  );
  const newest = files.toSorted((a, b) => (a.slice(-43) < b.slice(-43) ? -1 : 1)).at(-1)!;
  return { file: join(service.storeFolder, newest) };
}
