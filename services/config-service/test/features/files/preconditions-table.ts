// Expected results of preconditions, defined independently of the implementation: for each value of each header, the
// result for an existing file and for a missing file. The existing file was modified at 2024-05-06 07:08:09.123.
export const modifiedMs = Date.UTC(2024, 4, 6, 7, 8, 9, 123);
export const date = (offsetMs: number): string => new Date(modifiedMs + offsetMs).toUTCString();

interface Value {
  readonly name: string;
  readonly text: (etag: string) => string;
  readonly there: boolean;
  readonly absent: boolean;
}
const value = (
  name: string,
  text: string | ((etag: string) => string),
  there: boolean,
  absent: boolean,
): Value => ({
  name,
  text: typeof text === 'string' ? () => text : text,
  there,
  absent,
});

const values: Readonly<Record<string, readonly Value[]>> = {
  'If-Match': [
    value('current', (etag) => etag, true, false),
    value('other', '"other"', false, false),
    value('list with current', (etag) => `"a", ${etag},"b"`, true, false),
    value('*', '*', true, false),
    value('"0"', '"0"', false, true),
    value('weak current', (etag) => `W/${etag}`, false, false),
    value('list of weak and current', (etag) => `W/"a",${etag}`, true, false),
  ],
  'If-None-Match': [
    value('current', (etag) => etag, false, true),
    value('other', '"other"', true, true),
    value('list with current', (etag) => `"a,b" ,${etag}`, false, true),
    value('*', '*', false, true),
    value('"0"', '"0"', true, false),
    value('weak current', (etag) => `W/${etag}`, false, true),
    value('weak other', 'W/"other"', true, true),
  ],
  'If-Modified-Since': [
    value('a second before', date(-1000), true, false),
    value('the same second', date(0), false, false),
    value('a second later', date(1000), false, false),
    value('a ms before', String(modifiedMs - 1), true, false),
    value('the same ms', String(modifiedMs), false, false),
    value('no date', 'yesterday', true, true),
  ],
  'If-Unmodified-Since': [
    value('a second before', date(-1000), false, true),
    value('the same second', date(0), true, true),
    value('a second later', date(1000), true, true),
    value('a ms before', String(modifiedMs - 1), false, true),
    value('the same ms', String(modifiedMs), true, true),
    value('no date', '2024-05-06T07:08:09Z', true, true),
  ],
};
export type Row = Readonly<Record<string, Value>>;
export const rows = Object.entries(values).reduce<Row[]>(
  (made, [header, all]) => made.flatMap((row) => [row, ...all.map((one) => ({ ...row, [header]: one }))]),
  [{}],
);

/**
 * RFC 9110, section 13.2.2: If-Match takes precedence over If-Unmodified-Since, and If-None-Match over
 * If-Modified-Since.
 */
export function getExpectedStatus(method: 'GET' | 'PUT', there: boolean, row: Row): number {
  if (method === 'GET' && !there) return 404;
  const fails = (...pair: string[]): boolean => {
    const one = row[pair.find((header) => header in row) ?? ''];
    return one !== undefined && !(there ? one.there : one.absent);
  };
  if (fails('If-Match', 'If-Unmodified-Since')) return 412;
  if (!fails('If-None-Match', 'If-Modified-Since')) return 200;
  return method === 'GET' ? 304 : 412;
}

/** Rows to send over HTTP: every value of each single header, and every combination of headers with one value each. */
export const requestedRows = rows.filter(
  (row) =>
    Object.keys(row).length < 2 || Object.entries(row).every(([header, one]) => one === values[header]![0]),
);

export const formatRowName = (row: Row): string =>
  Object.entries(row)
    .map(([header, { name }]) => `${header}: ${name}`)
    .join('; ') || 'none';
