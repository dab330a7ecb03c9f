// Opens the embedded PostgreSQL in a data folder of `npm start`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import {
  EmbeddedPostgresInUseError,
  readPostgresUrl,
  startEmbeddedPostgres,
} from '@holdfast/standalone/postgres';

export interface FolderPostgres {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL in the folder, or connects to it if `npm start` already runs it. Creates the database
 * cluster if the folder contains only an object store. Throws `UsageError` if the folder contains neither.
 */
export async function openFolderPostgres(folder: string): Promise<FolderPostgres> {
  const kept = await readPostgresUrl({ folder });
  if (kept === undefined && !existsSync(join(folder, 'store'))) {
    throw new UsageError(
      `There is no node in ${folder}. Specify the data folder with --data, or set DATABASE_URL.`,
    );
  }
  try {
    const { url, stop } = await startEmbeddedPostgres({ folder });
    return { url, close: stop };
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresInUseError) || kept === undefined) throw error;
    return { url: kept, close: async () => undefined };
  }
}
