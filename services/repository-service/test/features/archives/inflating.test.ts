// POST /archives with a few kilobytes that inflate to gigabytes, from clients that disconnect and clients that wait for
// the response.
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeInflatingMember, makeWaczBomb, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { listSegments } from '../artifacts/create/stored.ts';
import { createAuid, listStatuses } from './made-archives.ts';

jest.setTimeout(120_000);

/** Inflates to 64 GiB, too much to read within a test. */
const endless = makeWaczBomb(1024);

describe('a client that goes away when it has sent everything', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ MAX_IMPORTS: '2', MAX_IMPORTS_PER_USER: '2', INFLATED_FLOOR: '1TiB' });
  });

  /** Sends the form with its parts in this order, then disconnects. */
  async function sendAndLeave(fields: readonly ('auid' | 'archive')[], auid: string): Promise<void> {
    const { url, authorization } = service.client;
    const form = new FormData();
    for (const field of fields) {
      if (field === 'auid') form.set(field, auid);
      else form.set(field, new Blob([new Uint8Array(endless)]), 'endless.wacz');
    }
    const client = new AbortController();
    const request = { method: 'POST', headers: { authorization }, body: form, signal: client.signal };
    const answer = fetch(`${url}/archives`, request).then(
      ({ status }) => status,
      () => 'gone',
    );
    while ((await underWay(auid)) === 0) await sleep(20);
    // Lets the service start reading the upload.
    await sleep(300);
    client.abort();
    expect(await answer).toBe('gone');
  }

  async function underWay(auid: string): Promise<number> {
    const { imports } = await service.client.json<{
      imports: { auid?: string; outcome?: string; endedAt?: number }[];
    }>('/imports');
    return imports.filter((one) => one.auid === auid && one.outcome === 'running').length;
  }

  it.each([
    ['sent before its archive', ['auid', 'archive'] as const],
    ['sent behind its archive, which waits in the spool', ['archive', 'auid'] as const],
  ])('leaves its place, its thread and its file at once: AUID %s', async (_name, fields) => {
    const auids = [createAuid(), createAuid()];
    await Promise.all(auids.map((auid) => sendAndLeave(fields, auid)));
    const leftMs = performance.now();
    let status: number;
    do
      ({ status } = await service.client.importArchive(makeWarc(3, 500, 'next').bytes, {
        auid: createAuid(),
      }));
    while (status === 503);
    expect(status).toBe(200);
    // Reading the whole upload would take more than ten minutes.
    expect(performance.now() - leftMs).toBeLessThan(60_000);
    for (const auid of auids) {
      expect(await underWay(auid)).toBe(0);
      const listing = await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`);
      expect(listing.status).toBe(404);
    }
    expect(await readdir(service.spoolFolder).catch(() => [])).toEqual([]);
  });
});

describe('a client that waits', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ INFLATED_FLOOR: '100MiB', INFLATED_RATIO: '10' });
  });

  it('is told where its archive was read no further, and keeps what came before', async () => {
    const auid = createAuid();
    const { status, statuses } = await service.client.importArchive(endless, { auid });
    expect(status).toBe(200);
    expect(listStatuses(statuses)).toEqual(['OK', 'OK', 'ERROR']);
    expect(statuses[2]).toMatchObject({
      offset: 0,
      url: 'http://inflating.example/zeros',
      statusMessage: expect.stringMatching(/more than 104857600 bytes .* 10 times .*INFLATED_FLOOR/),
    });
    expect(await service.client.artifacts(auid)).toHaveLength(2);
    expect(await listSegments(service)).not.toEqual([]);
  });

  it('is told the offset of the gzip member', async () => {
    const made = makeWarc(5, 500, 'before');
    const zeros = makeInflatingMember();
    const archive = Buffer.concat([made.bytes, zeros, zeros, made.bytes]);
    const { statuses } = await service.client.importArchive(archive, { auid: createAuid() });
    expect(listStatuses(statuses)).toEqual([...Array(6).fill('OK'), 'ERROR']);
    expect(statuses.at(-1)!.offset).toBe(made.bytes.length + zeros.length);
  });
});
