// Parses bigint columns and arrays of bigint to numbers, whereas the driver returns strings. A bigint that a number
// cannot represent exactly causes an error instead of being rounded.
import pg from 'pg';
import PgCursor from 'pg-cursor';
import { toTypedError } from './errors.ts';

const INT8 = pg.types.builtins.INT8;
const INT8_ARRAY = 1016;

/** Thrown if a bigint column contains a value beyond ±(2^53 − 1). */
export class UnsafeIntegerError extends Error {
  override readonly name = 'UnsafeIntegerError';
}

export const valueTypes: pg.CustomTypesConfig = { getTypeParser: parserFor };

// pg-cursor parses rows outside any try block, so an exception in a parser would end the process.
/**
 * Returns value types for cursors. A value that cannot be parsed becomes null, and the error is passed to `onError`.
 */
function cursorValueTypes(onError: (error: unknown) => void): pg.CustomTypesConfig {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') => {
    const parse = parserFor(oid, format as 'text');
    return (text: string) => {
      try {
        return parse(text);
      } catch (error) {
        onError(error);
        return null;
      }
    };
  };
  return { getTypeParser: getTypeParser as typeof pg.types.getTypeParser };
}

function parserFor(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary' && oid === INT8) return parseInt8;
  if (format !== 'binary' && oid === INT8_ARRAY) return parseInt8Array;
  return pg.types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new UnsafeIntegerError(`bigint ${text} is beyond what a number holds exactly`);
  return value;
}

/** Parses one-dimensional arrays such as `{1,NULL,-3}`. */
function parseInt8Array(text: string): (number | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((element) => (element === 'NULL' ? null : parseInt8(element)));
}

/**
 * Server-side cursor. Pass it to `client.query(cursor)`, then call `read`. Kysely's `stream` uses this class as well.
 */
export class TypedCursor<Row> extends PgCursor<Row> {
  #unparsable: unknown;

  constructor(sql: string, parameters: unknown[]) {
    super(sql, parameters, {
      types: cursorValueTypes((error) => {
        this.#unparsable ??= error;
      }),
    });
  }

  /** Returns up to `rowCount` rows, or none at the end. */
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
      throw toTypedError(error);
    }
  }
}
