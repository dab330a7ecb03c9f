// pg-cursor made safe for values it cannot parse, and with errors from the table in errors.ts.
import PgCursor from 'pg-cursor';
import { typedError } from './errors.ts';
import { cursorValueTypes } from './value-types.ts';

/** A server-side cursor: submit it with `client.query(cursor)`, then `read`. Also what Kysely's `stream` uses. */
export class Cursor<Row> extends PgCursor<Row> {
  #unparsable: unknown;

  constructor(sql: string, parameters: unknown[]) {
    super(sql, parameters, {
      types: cursorValueTypes((error) => {
        this.#unparsable ??= error;
      }),
    });
  }

  /** Up to `rowCount` next rows; none when there are no more. */
  override async read(rowCount: number): Promise<Row[]>;
  override read(rowCount: number, callback: PgCursor.ResultCallback<Row>): undefined;
  override read(rowCount: number, callback?: PgCursor.ResultCallback<Row>): Promise<Row[]> | undefined {
    return callback === undefined ? this.#readSafely(rowCount) : super.read(rowCount, callback);
  }

  async #readSafely(rowCount: number): Promise<Row[]> {
    try {
      const rows = await super.read(rowCount);
      if (this.#unparsable !== undefined) throw this.#unparsable;
      return rows;
    } catch (error) {
      throw typedError(error);
    }
  }
}
