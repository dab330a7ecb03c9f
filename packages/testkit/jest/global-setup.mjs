// Once per Jest run: the servers that test files share. Jest loads this outside its own module system, so it reads the
// TypeScript sources through Node itself, and needs no build.
import { startEmbeddedPostgres, stopAbandonedPostgres } from '../../standalone/src/postgres/index.ts';
import { startRun } from '../src/run.ts';
import { startS3ForTests } from '../src/s3/s3-server.ts';

export default async function setup() {
  globalThis.holdfastTestRun = await startRun({
    startEmbeddedPostgres,
    stopAbandonedPostgres,
    startS3ForTests,
  });
}
