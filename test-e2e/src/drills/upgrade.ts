// npm run drill -- upgrade [REVISION…] [--s3]: data written by the build of a revision (default: the previous commit, and
// the last tag if there is one) is served by this build, which starts beside it; both go on together; the old one goes,
// and is started again on what the new one left. Installs and builds the revisions first.
import { drillServers, s3Environment, temporaryFolder, testDatabase, testS3 } from '@holdfast/testkit';
import { runDrill } from '../support/run-drill.ts';
import type { Place } from '../upgrade/node-of.ts';
import { oldBuild, usualRevisions } from '../upgrade/old-build.ts';
import { upgrade } from '../upgrade/upgrade.ts';

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));

await runDrill(async () => {
  await drillServers();
  for (const revision of named.length > 0 ? named : usualRevisions()) {
    console.log(`${revision}: installing and building`);
    const { folder, commit } = await oldBuild(revision);
    console.log(`${revision} is ${commit}`);
    const place = await newPlace();
    const plan = { old: folder, next: undefined, place, artifacts: 800, meanwhile: 300, seed: 1 };
    const { rollbackRefused } = await upgrade({ ...plan, say: console.log });
    console.log(
      rollbackRefused === undefined
        ? `${revision}: upgraded, and back. Nothing was lost or changed.`
        : `${revision}: upgraded; nothing was lost or changed. NOT DONE: back to it, which it refuses.`,
    );
  }
});

async function newPlace(): Promise<Place> {
  const [repository, config] = [await testDatabase(), await testDatabase()];
  const databases = { repositoryDatabaseUrl: repository.url, configDatabaseUrl: config.url };
  if (!words.includes('--s3')) return { ...databases, objectStore: `fs:${await temporaryFolder()}` };
  const s3 = testS3();
  if (!s3) throw new Error('there is no S3 server');
  const { OBJECT_STORE, ...env } = s3Environment(await s3.bucket());
  return { ...databases, objectStore: OBJECT_STORE, env };
}
