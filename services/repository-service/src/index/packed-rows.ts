// Rows as one text that PostgreSQL makes of them: what the driver does for each column of each row takes longer than to
// find the row. The first column is an id of 36 characters; `\x1f` stands between columns, `\x1e` between rows.

export interface PackedRows {
  readonly count: number;
  /** Null when there is none. */
  readonly packed: string | null;
}

/** What to select of rows that have these columns: both members of PackedRows. */
export function packedColumns(columns: readonly string[]): string {
  return `count(*)::integer as count, string_agg(concat(${columns.join(`, E'\\x1f', `)}), E'\\x1e') as packed`;
}

/** A column that may be null: its text begins with `=` when it is not. */
export function orNull(column: string): string {
  return `'=' || ${column}`;
}

/** Of the text of a column that may be null. */
export function optional(text: string): string | undefined {
  return text === '' ? undefined : text.slice(1);
}

const ID_CHARACTERS = 36;

/**
 * One row for each list of `columns` texts; the list is the same each time. Undefined when a value holds one of the
 * characters between values where it misleads: such rows must be asked for in columns. One `\x1f` too many leaves one in
 * the last value of a row, or text behind the last row; a `\x1e` in a last value lengthens the next id, or leaves text.
 */
export function unpackedRows<Row>(
  { count, packed }: PackedRows,
  columns: number,
  rowOf: (texts: readonly string[]) => Row,
): Row[] | undefined {
  if (packed === null) return [];
  const rows: Row[] = [];
  const texts: string[] = [];
  let at = 0;
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < columns; column++) {
      let end = packed.indexOf(column === columns - 1 ? '\x1e' : '\x1f', at);
      if (end < 0) end = packed.length;
      texts[column] = packed.slice(at, end);
      at = end + 1;
    }
    if (texts[0]!.length !== ID_CHARACTERS || texts[columns - 1]!.includes('\x1f')) return undefined;
    rows.push(rowOf(texts));
  }
  return at === packed.length + 1 ? rows : undefined;
}
