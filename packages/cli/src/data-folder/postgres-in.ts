// The embedded PostgreSQL of a data folder of `npm start`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import {
  EmbeddedPostgresInUseError,
  keptPostgresUrl,
  startEmbeddedPostgres,
} from '@holdfast/standalone/postgres';

export interface PostgresOfFolder {
  readonly url: string;
  close(): Promise<void>;
}

/** The one that `npm start` runs there; else one that is started for the time being, and made when it is lost. */
export async function postgresIn(folder: string): Promise<PostgresOfFolder> {
  const kept = await keptPostgresUrl({ folder });
  if (kept === undefined && !existsSync(join(folder, 'store'))) {
    throw new UsageError(
      `Nothing of Holdfast is in ${folder}. Name the folder of 'npm start' with --data, or set DATABASE_URL.`,
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
