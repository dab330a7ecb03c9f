// Converts rows to the objects of a query result. Omits fields without values, and empty objects.
import type { ResultRow } from '../../query/queries.db.ts';
import type { ResultColumn } from '../../query/typed.ts';

export type QueryResultDocument = Record<string, unknown>;

export function makeQueryResultDocument(
  row: ResultRow,
  columns: readonly ResultColumn[],
): QueryResultDocument {
  const answer = createBareObject();
  for (const column of columns) {
    const value = getColumnValue(row, column);
    if (value !== undefined) setAtPath(answer, column.path, value);
  }
  return answer;
}

/** Returns the value of a column, or undefined if the row has none. */
export function getColumnValue(row: ResultRow, { column, made }: ResultColumn): unknown {
  const value = row[column] ?? undefined;
  return made && value !== undefined ? made(value) : value;
}

function setAtPath(answer: QueryResultDocument, path: readonly string[], value: unknown): void {
  let object = answer;
  for (const name of path.slice(0, -1)) {
    object[name] ??= createBareObject();
    object = object[name] as QueryResultDocument;
  }
  object[path.at(-1)!] = value;
}

/**
 * Creates an object without a prototype, because field names are not trusted and `__proto__` must be an ordinary field.
 */
function createBareObject(): QueryResultDocument {
  return Object.create(null) as QueryResultDocument;
}
