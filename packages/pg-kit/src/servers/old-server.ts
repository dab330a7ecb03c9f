// Rejects servers whose version of PostgreSQL is too old.
import type pg from 'pg';
import { DatabaseRefusedError, toTypedError } from '../connections/errors.ts';

const OLDEST_MAJOR = 15;

/** Thrown if the server's version of PostgreSQL is too old. */
export class OldServerError extends DatabaseRefusedError {
  override name = 'OldServerError';
}

/** Returns the reason why a server with this `server_version_num` (such as 180001) cannot be used, if there is one. */
export function explainOldServer(versionNumber: number): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major >= OLDEST_MAJOR) return undefined;
  return `PostgreSQL ${major} is too old: Holdfast needs version ${OLDEST_MAJOR} or later. Upgrade it with pg_upgrade, or with pg_dump and pg_restore.`;
}

/** Throws OldServerError. */
export async function refuseOldServer(pool: pg.Pool): Promise<void> {
  try {
    const { rows } = await pool.query<{ number: string }>(
      `select current_setting('server_version_num') as number`,
    );
    const reason = explainOldServer(Number(rows[0]!.number));
    if (reason !== undefined) throw new OldServerError(reason);
  } catch (error) {
    throw toTypedError(error);
  }
}
