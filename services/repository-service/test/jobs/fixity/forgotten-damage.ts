// Test helper: checks that damage is cleared if the store returned wrong bytes only temporarily. Covers artifacts,
// objects, and objects without references.
import { readFile, rename, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { listFaultyObjects } from '../../../src/index/fixity/report.db.ts';
import { createPeriodicRecheckJob } from '../../../src/jobs/fixity/recheck.ts';
import { startTestService } from '../../service.ts';
import { until } from '../../until.ts';
import { makePage, type Stored, storeAll } from './stored-artifacts.ts';
import { type Keeper, openKeeper } from './walk.ts';

/**
 * Expects that damage is cleared once the bytes are correct again, and not earlier. `startLooking` starts repeated
 * checks and returns a function that stops them. By default, the service itself checks repeatedly.
 */
export async function expectForgotten(
  startLooking: (keeper: Keeper) => () => Promise<void> = () => async () => undefined,
): Promise<void> {
  const service = await startTestService({ COMPACTION_PERIOD: 'off', SWEEP_PERIOD: 'off' });
  const keeper = await openKeeper(service);
  const stopLooking = startLooking(keeper);
  const auid = 'second look';
  const paths: string[] = [];
  for (const name of ['cut', 'away', 'overwritten']) {
    const [{ path }] = (await storeAll(service, auid, [
      makePage(auid, name),
      makePage(auid, `${name} 2`),
    ])) as [Stored];
    paths.push(path);
  }
  const [cut, away, overwritten] = paths as [string, string, string];
  const [whole, sound] = [await readFile(cut), await readFile(overwritten)];
  await truncate(cut, whole.length - 50);
  await rename(away, `${away}.away`);
  await truncate(overwritten, sound.length - 50);
  const stray = join(service.storeFolder, 'objects', 'ns', 'default', 'stray.warc.gz');
  await writeFile(stray, 'x');
  await utimes(stray, 1_600_000_000, 1_600_000_000);
  await keeper.walk();
  const damage = async () =>
    (await service.client.json<{ damage: { artifacts: number; objects: number } }>('/summary')).damage;
  // The number of objects is not exact, because the renamed object is also counted, as an object without references.
  expect(await damage()).toEqual({ artifacts: 2, objects: expect.any(Number) });
  expect((await damage()).objects).toBeGreaterThanOrEqual(4);
  await writeFile(cut, whole);
  await rename(`${away}.away`, away);
  await rename(stray, join(service.storeFolder, 'stray'));
  await until(async () => {
    const { artifacts: left, objects } = await damage();
    return left === 0 && objects === 1;
  });
  const left = await listFaultyObjects(keeper.db, 10);
  expect(left.map(({ reason }) => reason)).toEqual([expect.stringContaining('bytes instead of')]);
  // Stops the repeated checks, which would clear the remaining damage before the next expectation.
  await stopLooking();
  await writeFile(overwritten, sound);
  // Damage found before `sinceMs` is not checked.
  await keeper.walk(createPeriodicRecheckJob(keeper, { sinceMs: Date.now() + 1, bytesPerSecond: undefined }));
  expect((await damage()).objects).toBe(1);
  await keeper.walk(createPeriodicRecheckJob(keeper, { sinceMs: 0, bytesPerSecond: undefined }));
  expect(await damage()).toEqual({ artifacts: 0, objects: 0 });
}
