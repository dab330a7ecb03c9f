// GET /repoinfo and /repoinfo/storage, with a folder and with a real S3 server as the store, and the format of
// percentages.
import { statfs } from 'node:fs/promises';
import { openDatabase } from '@holdfast/pg-kit';
import { describeWithS3, toS3Environment } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { toStorageInfo } from '../../../src/features/info/info.ts';
import { readProblem, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { plainHead, store } from '../artifacts/captures.ts';

const infoOf = async ({ client }: TestService) => ({
  repository: await client.json<Record<string, unknown>>('/repoinfo'),
  storage: await client.json<Record<string, unknown>>('/repoinfo/storage'),
});

const index = {
  type: 'PostgreSQL',
  name: expect.stringMatching(/^test_/),
  used: expect.any(Number),
};

describe('what the repository runs on', () => {
  it('is a folder with the space of its file system, and a database', async () => {
    const service = await startTestService();
    const { repository, storage } = await infoOf(service);
    const { bsize, blocks } = await statfs(service.storeFolder);
    expect(storage).toMatchObject({
      type: 'Posix',
      size: bsize * blocks,
      percentUsedString: expect.any(String),
    });
    const { used, avail, size, percentUsed } = storage as Record<string, number>;
    expect(percentUsed).toBeCloseTo(used! / size!, 10);
    expect(used! + avail!).toBeLessThanOrEqual(size!);
    expect(storage.percentUsedString).toBe(`${Math.round(percentUsed! * 100)}%`);
    expect(repository).toEqual({
      storeInfo: expect.objectContaining({ type: 'Posix', name: storage.name, size }),
      indexInfo: index,
    });
    expect((repository.indexInfo as { used: number }).used).toBeGreaterThan(1_000_000);
    expect(JSON.stringify(repository)).not.toContain(service.storeFolder);
  });
});

describeWithS3('what the repository runs on, with an S3 store', (s3) => {
  const serviceOn = async (env: Record<string, string> = {}) => {
    const settings = await s3.bucket();
    const service = await startTestService({ ...toS3Environment(settings), ...env });
    const auid = 'au&in~s3';
    await store(service.client, [{ head: plainHead, body: 'x'.repeat(5_000) }], { auid });
    const { totalWarcSize } = await service.client.json<{ totalWarcSize: number }>(
      `/aus/${encodeURIComponent(auid)}/size`,
    );
    return { ...(await infoOf(service)), name: `s3:${settings.bucket}`, used: totalWarcSize, service };
  };

  it('is a bucket of which only what was stored is known', async () => {
    const { repository, storage, name, used } = await serviceOn();
    expect(storage).toEqual({ type: 'S3', name, used });
    expect(repository).toEqual({ storeInfo: storage, indexInfo: index });
  });

  it('is a bucket of the size it was given in the settings', async () => {
    const { storage, name, used } = await serviceOn({ S3_SIZE: '100000' });
    const share = { percentUsed: used / 100_000, percentUsedString: `${Math.round(used / 1_000)}%` };
    expect(storage).toEqual({
      type: 'S3',
      name,
      used,
      size: 100_000,
      avail: 100_000 - used,
      ...share,
    });
  });

  it('is 500 when the index that knows what was stored has lost its tables', async () => {
    const { service } = await serviceOn();
    const database = openDatabase({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    await database.pool.query('drop table au cascade');
    await database.close();
    for (const path of ['/repoinfo', '/repoinfo/storage']) {
      expect([path, readProblem(await send(service.client, 'GET', path)).status]).toEqual([path, 500]);
    }
  });
});

describe('a share', () => {
  const base = { type: 'S3', name: 'x' } as const;
  it.each([
    [370, 1000, '37%', 0.37],
    [0, 1000, '0%', 0],
    [4, 1000, '0%', 0.004],
    [996, 1000, '100%', 0.996],
    [1500, 1000, '100%', 1],
  ])('of %i of %i is %s', (usedBytes, sizeBytes, percentUsedString, percentUsed) => {
    expect(toStorageInfo({ ...base, usedBytes, sizeBytes })).toEqual({
      ...base,
      used: usedBytes,
      size: sizeBytes,
      avail: Math.max(0, sizeBytes - usedBytes),
      percentUsed,
      percentUsedString,
    });
  });

  it('of nothing, or of what is not known, is not told', () => {
    expect(toStorageInfo({ ...base, usedBytes: 0, sizeBytes: 0 })).toEqual({ ...base, used: 0 });
    expect(toStorageInfo({ ...base, usedBytes: 7 })).toEqual({ ...base, used: 7 });
  });
});
