// Random secret that all replicas of one database share, for example to derive the keys of page tokens. The first
// caller creates it. Everybody with read access to the database can read it.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { toTypedError } from '../connections/errors.ts';
import { withAdvisoryLock } from './advisory-lock.ts';

/** Returns 32 bytes, the same for all callers with the same `name`. */
export async function readSharedSecret(pool: pg.Pool, name: string): Promise<Uint8Array> {
  try {
    await withAdvisoryLock(pool, 'shared secret table', () => pool.query(TABLE));
    await pool.query('insert into shared_secret (name, value) values ($1, $2) on conflict do nothing', [
      name,
      randomBytes(32),
    ]);
    const { rows } = await pool.query<{ value: Buffer }>('select value from shared_secret where name = $1', [
      name,
    ]);
    return new Uint8Array(rows[0]!.value);
  } catch (error) {
    throw toTypedError(error);
  }
}

const TABLE = 'create table if not exists shared_secret (name text primary key, value bytea not null)';
