// How to reach the embedded server that another process runs.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { keptConnection } from './connection-file.ts';

/** Of the superuser, to the database `postgres`; undefined when nothing was ever kept there. Connects to nothing. */
export async function keptPostgresUrl({ folder }: { folder: string }): Promise<string | undefined> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  const connection = home === undefined ? undefined : await keptConnection(home);
  return connection && `postgres://postgres:${connection.password}@127.0.0.1:${connection.port}/postgres`;
}
