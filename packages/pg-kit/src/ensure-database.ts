// A database on a server that may not have it yet.
import pg from 'pg';
import { sqlState, typedError } from './errors.ts';

/** Creates the database `name` unless it is there, as the user of `serverUrl`; returns its own URL. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!isThere(error)) throw typedError(error);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** duplicate_database; a race of two creators can also end in a unique violation on the catalogue. */
function isThere(error: unknown): boolean {
  const state = sqlState(error);
  return state === '42P04' || state === '23505';
}
