// Starts the shared servers of tests for drills, which run outside Jest.
import { addCleanup } from './at-end.ts';
import { POSTGRES_VARIABLE, setEnvironment } from './env.ts';
import { startOwnPostgres } from './postgres/own-postgres.ts';
import { startS3ForTests } from './s3/s3-server.ts';

/** Makes createTestDatabase() and findTestS3() usable in a drill. The servers stop at its end. */
export async function startDrillServers(): Promise<void> {
  const { server } = await startOwnPostgres();
  setEnvironment({ [POSTGRES_VARIABLE]: server.url });
  const s3 = await startS3ForTests();
  if (!('env' in s3)) return;
  setEnvironment(s3.env);
  addCleanup(s3.stop);
}
