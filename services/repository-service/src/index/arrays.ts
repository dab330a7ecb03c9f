// Column arrays as PostgreSQL array literals, for `INSERT … SELECT FROM unnest(…)`: one statement for any number of
// rows. Written here because the driver's own conversion costs more per row than the insert leaves to spare.

export function numberArray(values: readonly (number | bigint | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function booleanArray(values: readonly boolean[]): string {
  return `{${values.map((value) => (value ? 't' : 'f')).join(',')}}`;
}

/** UUIDs, hex digits and the like: text that needs no quoting. */
export function plainArray(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}

export function textArray(values: readonly (string | null | undefined)[]): string {
  return `{${values.map((value) => (value == null ? 'NULL' : quoted(value))).join(',')}}`;
}

function quoted(value: string): string {
  if (!value.includes('"') && !value.includes('\\')) return `"${value}"`;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
