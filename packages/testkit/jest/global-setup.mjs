// Once per Jest run: the servers that test files share. Jest loads this outside its own module system, so it reads the
// TypeScript sources through Node itself, and needs no build.
import { existsSync } from 'node:fs';
import { startEmbeddedPostgres, stopAbandonedPostgres } from '../../pg-kit/src/index.ts';
import { startRun } from '../src/run.ts';

const s3 = new URL('../src/s3-server.ts', import.meta.url);

export default async function setup() {
  const startS3ForTests = existsSync(s3) ? (await import(s3.href)).startS3ForTests : undefined;
  globalThis.holdfastTestRun = await startRun({
    startEmbeddedPostgres,
    stopAbandonedPostgres,
    startS3ForTests,
  });
}
