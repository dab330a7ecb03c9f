// Usage: npm run drill -- upgrade [REVISION…] [--s3]. Starts a new build next to an old build, on data written by the
// old build. Both run together; then the old build restarts on data written by the new build. Each REVISION is
// installed, built and upgraded to the current build. Without REVISION, upgrades the current build to a copy with one
// more schema change.
import {
  createTemporaryFolder,
  createTestDatabase,
  findTestS3,
  startDrillServers,
  toS3Environment,
} from '@holdfast/testkit';
import { runDrill } from '../support/run-drill.ts';
import { compatibleChange, currentBuildFolder, makeModifiedBuild } from '../upgrade/modified-build.ts';
import { buildOldRevision } from '../upgrade/old-build.ts';
import type { NodeStorage } from '../upgrade/running-build.ts';
import { runUpgradeDrill } from '../upgrade/upgrade.ts';

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));

await runDrill(async () => {
  await startDrillServers();
  if (named.length === 0) {
    await runAndReportUpgrade('a made-up schema change', {
      old: currentBuildFolder,
      next: await makeModifiedBuild(compatibleChange),
    });
  }
  for (const revision of named) {
    console.log(`${revision}: installing and building`);
    const { folder, commit } = await buildOldRevision(revision);
    console.log(`${revision} is ${commit}`);
    await runAndReportUpgrade(revision, { old: folder, next: undefined });
  }
});

async function runAndReportUpgrade(
  what: string,
  builds: { old: string; next: string | undefined },
): Promise<void> {
  const plan = { ...builds, place: await createNodeStorage(), artifacts: 800, meanwhile: 300, seed: 1 };
  const { rollbackRefused } = await runUpgradeDrill({ ...plan, say: console.log });
  console.log(
    rollbackRefused === undefined
      ? `${what}: upgraded, and back. Nothing was lost or changed.`
      : `${what}: upgraded; nothing was lost or changed. NOT DONE: back to it, which it refuses.`,
  );
}

async function createNodeStorage(): Promise<NodeStorage> {
  const [repository, config] = [await createTestDatabase(), await createTestDatabase()];
  const databases = { repositoryDatabaseUrl: repository.url, configDatabaseUrl: config.url };
  if (!words.includes('--s3')) return { ...databases, objectStore: `fs:${await createTemporaryFolder()}` };
  const s3 = findTestS3();
  if (!s3) throw new Error('there is no S3 server');
  const { OBJECT_STORE, ...env } = toS3Environment(await s3.bucket());
  return { ...databases, objectStore: OBJECT_STORE, env };
}
