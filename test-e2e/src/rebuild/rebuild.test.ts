// The short form of `npm run drill -- rebuild`.
import { describeWithS3, temporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { rebuild } from './rebuild.ts';
import { s3Place } from './s3-place.ts';

const plan = { seed: 7, artifacts: 400, times: 2, say: () => undefined };

it('makes a dropped database again from a folder, to the letter', async () => {
  const [first, second] = await rebuild({ ...plan, objectStore: `fs:${await temporaryFolder()}` });
  expect(first!.artifacts).toBeGreaterThan(350);
  expect(second!.artifacts).toBeGreaterThan(first!.artifacts);
}, 120_000);

describeWithS3('a dropped database', (s3) => {
  it('is made again from S3, to the letter', async () => {
    const [outcome] = await rebuild({ ...plan, times: 1, ...s3Place(await s3.bucket()) });
    expect(outcome!.lines).toBeGreaterThan(1_000);
  }, 120_000);
});
