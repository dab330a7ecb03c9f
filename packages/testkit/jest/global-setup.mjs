// Starts the servers that all test files share, once per Jest run. Jest loads this file outside its module system, so
// Node can load the TypeScript sources without a build.
import { startEmbeddedPostgres, stopAbandonedPostgres } from '../../standalone/src/postgres/index.ts';
import { startTestRun } from '../src/run.ts';
import { startS3ForTests } from '../src/s3/s3-server.ts';

export default async function setup() {
  globalThis.holdfastTestRun = await startTestRun({
    startEmbeddedPostgres,
    stopAbandonedPostgres,
    startS3ForTests,
  });
}
