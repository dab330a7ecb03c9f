// Covers: services packages
// Shortened run of `npm run drill -- rebuild`.
import { chooseSeed, createTemporaryFolder, describeWithS3 } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createRandomFromSeed } from '../support/seeded.ts';
import { runRebuildDrill } from './rebuild.ts';
import { createS3Place } from './s3-place.ts';

const plan = {
  seed: 7,
  artifacts: 200,
  rounds: 2,
  random: createRandomFromSeed(chooseSeed('kill -9 of rebuilds')).share,
  say: () => undefined,
};

it('makes a dropped database again from a folder, to the letter', async () => {
  const [outcome] = await runRebuildDrill({
    ...plan,
    rebuilds: 0,
    kills: 2,
    stores: [{ objectStore: `fs:${await createTemporaryFolder()}`, uses: 1 }],
  });
  expect(outcome!.artifacts).toBeGreaterThan(130);
  expect(outcome!.kills).toBe(2);
}, 240_000);

describeWithS3('a dropped database', (s3) => {
  it('is made again from S3, to the letter', async () => {
    const [outcome] = await runRebuildDrill({
      ...plan,
      rebuilds: 1,
      kills: 0,
      stores: [{ ...createS3Place(await s3.bucket()), uses: 1 }],
    });
    expect(outcome!.lines).toBeGreaterThan(400);
  }, 240_000);
});
