// Starts the servers that tests share, for drills outside Jest.
import { addCleanup } from './at-end.ts';
import { POSTGRES_VARIABLE, setEnvironmentVariables } from './env.ts';
import { startTestPostgres } from './postgres/postgres-server.ts';
import { startS3ForTests } from './s3/s3-server.ts';

/** Starts the servers for createTestDatabase() and findTestS3(). They stop at the end of the drill. */
export async function startDrillServers(): Promise<void> {
  const { server } = await startTestPostgres();
  setEnvironmentVariables({ [POSTGRES_VARIABLE]: server.url });
  const s3 = await startS3ForTests();
  if (!('env' in s3)) return;
  setEnvironmentVariables(s3.env);
  addCleanup(s3.stop);
}
