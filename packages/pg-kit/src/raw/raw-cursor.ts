// Streams rows of a query of any size as bytes (raw-rows.ts), with one batch in memory. It uses a cursor within a
// transaction, so that no batch exceeds the statement timeout and all batches see the same moment.
import type pg from 'pg';
import { typedError } from '../connections/errors.ts';
import { headOfBind } from './ask-statement.ts';
import { readRawRows } from './raw-rows.ts';
import type { RawRows } from './row-tap.ts';

const NAME_FORM = /^[a-z_]{1,50}$/;

/** Rows per batch. The first batch is small, and so are batches of long rows. */
const FEW = 50;
const MANY = 500;
const MANY_BYTES = 500_000;

export type RawCursor = (
  client: pg.PoolClient,
  values: readonly (string | number)[],
) => AsyncGenerator<RawRows, void, undefined>;

/**
 * `name` must be unique, and the column types must not change. `client` is in a transaction and must not be used
 * otherwise until the iteration ends. PostgreSQL plans for these values and for quick first rows.
 */
export function rawCursor(name: string, text: string): RawCursor {
  if (!NAME_FORM.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a cursor`);
  const fetch = (rows: number, how: string) => ({
    name: `${name}_${how}`,
    text: `fetch ${rows} from ${name}`,
    head: headOfBind(`${name}_${how}`),
    values: [],
    rows,
  });
  const few = fetch(FEW, 'few');
  const many = fetch(MANY, 'many');
  return async function* batches(client, values) {
    let isFit = false;
    try {
      await client.query(`declare ${name} no scroll cursor for ${text}`, [...values]);
      for (let next = few; ; ) {
        isFit = false;
        const batch = await readRawRows(client, next);
        isFit = true;
        const { length } = batch.starts;
        if (length > 0) yield batch;
        if (length < next.rows) break;
        next = (batch.bytes.length / length) * MANY > MANY_BYTES ? few : many;
      }
    } catch (error) {
      throw typedError(error);
    } finally {
      // After an error the transaction and its cursor have already ended.
      if (isFit) await client.query(`close ${name}`);
    }
  };
}
