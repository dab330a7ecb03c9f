// Formats columns as PostgreSQL array literals, so that one `INSERT … SELECT FROM unnest(…)` inserts any number of
// rows. The driver's own conversion is too slow.

export function formatNumberArray(values: readonly (number | bigint | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

export function formatBooleanArray(values: readonly boolean[]): string {
  return `{${values.map((value) => (value ? 't' : 'f')).join(',')}}`;
}

/** Formats an array of texts that need no quoting, such as UUIDs or hex digits. */
export function formatPlainArray(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}

export function formatTextArray(values: readonly (string | null | undefined)[]): string {
  return `{${values.map((value) => (value == null ? 'NULL' : quoted(value))).join(',')}}`;
}

function quoted(value: string): string {
  if (!value.includes('"') && !value.includes('\\')) return `"${value}"`;
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
