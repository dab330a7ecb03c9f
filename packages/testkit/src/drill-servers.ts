// Starts, for drills, which run outside Jest, the servers that its global setup would have started.
import { atEndOfFile } from './at-end.ts';
import { POSTGRES_VARIABLE, publish } from './env.ts';
import { ownPostgres } from './postgres/own-postgres.ts';
import { startS3ForTests } from './s3/s3-server.ts';

/** From then on testDatabase() and testS3() work as they do in tests. Stopped at the end of the drill. */
export async function drillServers(): Promise<void> {
  const { server } = await ownPostgres();
  publish({ [POSTGRES_VARIABLE]: server.url });
  const s3 = await startS3ForTests();
  if (!('env' in s3)) return;
  publish(s3.env);
  atEndOfFile(s3.stop);
}
