// Starts the shared servers of tests for drills, which run outside Jest.
import { atEndOfFile } from './at-end.ts';
import { POSTGRES_VARIABLE, publish } from './env.ts';
import { ownPostgres } from './postgres/own-postgres.ts';
import { startS3ForTests } from './s3/s3-server.ts';

/** Makes testDatabase() and testS3() usable in a drill. The servers stop at its end. */
export async function drillServers(): Promise<void> {
  const { server } = await ownPostgres();
  publish({ [POSTGRES_VARIABLE]: server.url });
  const s3 = await startS3ForTests();
  if (!('env' in s3)) return;
  publish(s3.env);
  atEndOfFile(s3.stop);
}
