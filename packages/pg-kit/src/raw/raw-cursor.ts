// Rows of a query of any size as the bytes in which PostgreSQL sends them (raw-rows.ts), a batch in memory at a time: by a
// cursor within a transaction, so that no batch takes a statement longer than it may, and all are of one moment.
import type pg from 'pg';
import { typedError } from '../connections/errors.ts';
import { headOfBind } from './ask-statement.ts';
import { rawRowsOf } from './raw-rows.ts';
import type { RawRows } from './row-tap.ts';

const NAME_FORM = /^[a-z_]{1,50}$/;

/** Rows of a batch: few at first, and where they are long. */
const FEW = 50;
const MANY = 500;
const MANY_BYTES = 500_000;

export type RawCursor = (
  client: pg.PoolClient,
  values: readonly (string | number)[],
) => AsyncGenerator<RawRows, void, undefined>;

/**
 * The name is the cursor's alone, and the columns are always of the same types. `client` is in a transaction, and is used
 * for nothing else until the iteration has ended. PostgreSQL plans for these values, to have the first rows soon.
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
        const batch = await rawRowsOf(client, next);
        isFit = true;
        const { length } = batch.starts;
        if (length > 0) yield batch;
        if (length < next.rows) break;
        next = (batch.bytes.length / length) * MANY > MANY_BYTES ? few : many;
      }
    } catch (error) {
      throw typedError(error);
    } finally {
      // Where something failed, the transaction is over, and so is the cursor.
      if (isFit) await client.query(`close ${name}`);
    }
  };
}
