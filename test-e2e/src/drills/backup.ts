// Usage: npm run drill -- backup [ROUNDS] [SEED]. Backs up a node ROUNDS times (default 5) into a folder and into a
// bucket, while clients write and compaction runs every second. Restores each backup, reads back everything that was
// acknowledged before that backup, and compares index and store. Then kills backups and restores at random moments and
// repeats them until they finish.
import { join } from 'node:path';
import { createTemporaryFolder, createTestDatabase, findTestS3, startDrillServers } from '@holdfast/testkit';
import { backUpUnderLoad } from '../backup/backup.ts';
import { killAndRepeat } from '../backup/killed.ts';
import { backUp, type NodeEndpoints } from '../backup/run-backup.ts';
import { createS3Place } from '../rebuild/s3-place.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const rounds = Number(process.argv[2] ?? 5);
/** Number of times to kill a backup, and number of times to kill a restore. */
const kills = 2 * rounds;
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  console.log(`${rounds} backups under load, seed ${seed}`);
  await startDrillServers();
  const s3 = findTestS3();
  for (const store of ['folder', 'S3'] as const) {
    if (store === 'S3' && !s3) {
      console.log('NOT RUN: there is no S3 server.');
      continue;
    }
    const emptyPlace = async (): Promise<NodeEndpoints> => {
      const [repository, config] = [await createTestDatabase(), await createTestDatabase()];
      const dataFolder = join(await createTemporaryFolder(), 'data');
      const place = { repositoryUrl: repository.url, configUrl: config.url, dataFolder };
      if (store === 'folder') return { ...place, objectStore: `fs:${join(dataFolder, 'store')}` };
      return { ...place, ...createS3Place(await s3!.bucket()) };
    };
    const destination =
      store === 'folder'
        ? join(await createTemporaryFolder(), 'backups')
        : `s3://${(await s3!.bucket()).bucket}/node`;
    const node = await emptyPlace();
    const plan = {
      seed,
      node,
      destination,
      rounds,
      roundMs: 4_000,
      pauseMs: 5,
      judges: ['verify', 'fixity'],
      emptyPlace,
      say: console.log,
    };
    const { resting, found } = await backUpUnderLoad(plan);
    const again = await backUp(node, destination);
    if (again.newObjects !== 0) throw new Error('a second backup of a node at rest copied objects');
    console.log(
      `${store}: ${found.join(', ')} artifacts that had been acknowledged before each backup are there; at rest ` +
        `${resting.newObjects} of ${resting.objects} objects were new (${resting.newBytes} bytes), then none.`,
    );
    const killing = { node: await emptyPlace(), destination: `${destination}-killed`, kills, emptyPlace };
    const { backups, restores, artifacts } = await killAndRepeat({
      ...killing,
      random: createRandomFromSeed(seed).share,
    });
    console.log(
      `${store}: ${backups} backups and ${restores} restores killed at work; ${artifacts} artifacts are the same afterwards.`,
    );
  }
});
