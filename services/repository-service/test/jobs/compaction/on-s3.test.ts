// Compaction and sweep on a real S3 server.
import { gzipSync } from 'node:zlib';
import { openObjectStore } from '@holdfast/object-store';
import { addCleanup, describeWithS3, makeResponseRecord, toS3Environment } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { parseServiceSettings } from '../../../src/env.ts';
import { createSweepJob } from '../../../src/jobs/sweep/sweep.ts';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { send } from '../../send.ts';
import { startTestService } from '../../service.ts';
import {
  compact,
  findInconsistencies,
  listSegmentObjects,
  makeCompactionDeps,
  openKeptStore,
  readEverything,
  runWholeJob,
} from './kept-store.ts';

describeWithS3('a store on S3', (s3) => {
  it('is compacted and swept as one in a folder is', async () => {
    const env = toS3Environment(await s3.bucket());
    const service = await startTestService({ ...env, COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' });
    const settings = parseServiceSettings({
      ...env,
      DATABASE_URL: service.databaseUrl,
      ADMIN_PASSWORD: 'xxxxxxxx',
    });
    const store = await openObjectStore(settings.objectStore);
    addCleanup(() => store.close());
    const kept = { ...(await openKeptStore(service)), store };
    const uuids: string[] = [];
    for (const sizeBytes of [400_000, 2_000, 600_000, 3_000_000, 300_000, 5_000_000]) {
      const record = makeResponseRecord(
        `http://s3.example/${uuids.length}`,
        makeNoise(sizeBytes, `${uuids.length}`),
      );
      const { statuses } = await kept.client.importArchive(gzipSync(record), { auid: 's3' });
      uuids.push(statuses[0]!.artifactUuid!);
    }
    expect((await send(kept.client, 'DELETE', `/artifacts/${uuids[1]}`)).status).toBe(200);
    const before = await readEverything(kept);
    expect(await compact(kept)).toMatchObject({ 'segments merged': 6, 'segments written': 1 });
    expect(await readEverything(kept)).toEqual(before);
    expect(await listSegmentObjects(store)).toHaveLength(1);
    expect(await findInconsistencies(kept)).toEqual([]);

    const upload = store.create('ns/unfinished');
    await upload.write(Buffer.alloc(20 * 1024 * 1024));
    const { spoolFolder } = service;
    const sweep = async (ageMs: number) => {
      const { job, report } = createSweepJob(makeCompactionDeps(kept), {
        ageMs,
        uncommittedMs: 0,
        spoolFolder,
        dryRun: false,
      });
      await runWholeJob(kept, job);
      return report;
    };
    expect((await sweep(60_000)).unfinished).toEqual([]);
    // The server truncates times to whole seconds, so the time of the upload and the current time may be equal for a
    // second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await sweep(0)).unfinished).toEqual([expect.stringContaining('ns/unfinished')]);
    expect(await store.unfinished()).toEqual([]);
    await expect(upload.close()).rejects.toThrow();
    await upload.abort();
    expect(await findInconsistencies(kept)).toEqual([]);
  }, 120_000);
});
