// The tables of COVERAGE.md, and what is wrong with one: rows, contract and test files are given, nothing is read here.

export interface CoverageRow {
  /** `GET /aus/{auid}/size` */
  operation: string;
  status: string;
  /** What the third column says. */
  text: string;
}

export interface Contract {
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** What stands between a heading and the next. */
export function sectionOf(markdown: string, heading: string): string {
  const [, ...sections] = markdown.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${heading}\n`));
  if (found === undefined) throw new Error(`there is no section ${heading}`);
  return found;
}

export function rowsOf(markdown: string): CoverageRow[] {
  return markdown
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([before, operation = '']) => before === '' && operation.startsWith('`'))
    .map(([, operation = '', status = '', text = '']) => ({
      operation: operation.replaceAll('`', ''),
      status,
      text,
    }));
}

/** `GET /aus 200`, for every operation and status. */
export function promisesOf({ paths }: Contract): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => Object.hasOwn(item, method))
      .flatMap((method) => {
        const { responses } = item[method] as { responses: object };
        return Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`);
      }),
  );
}

/** In words; empty when the table is as it should be. `textOf` gives a file of the repository, undefined if it is none. */
export function faultsOf(
  rows: readonly CoverageRow[],
  contract: Contract,
  textOf: (path: string) => string | undefined,
): string[] {
  const promised = promisesOf(contract);
  const named = rows.map(({ operation, status }) => `${operation} ${status}`);
  return [
    ...promised.filter((one) => !named.includes(one)).map((one) => `${one} has no row`),
    ...named.filter((one) => !promised.includes(one)).map((one) => `${one} is not in the contract`),
    ...named.filter((one, index) => named.indexOf(one) !== index).map((one) => `${one} has two rows`),
    ...rows.flatMap((row) => {
      const fault = faultOf(row, textOf);
      return fault === undefined ? [] : [`${row.operation} ${row.status}: ${fault}`];
    }),
  ];
}

function faultOf({ text }: CoverageRow, textOf: (path: string) => string | undefined): string | undefined {
  const never = /^never: (.*)$/.exec(text);
  if (never) return never[1]!.length > 20 ? undefined : 'no reason is given';
  const [, path, title] = /^`([^`]+\.test\.ts)` › (.+)$/.exec(text) ?? [];
  if (path === undefined || title === undefined) return 'neither names a test nor says why there is none';
  const source = textOf(path);
  if (source === undefined) return `there is no ${path}`;
  return hasTest(source, title) ? undefined : `${path} has no test ${JSON.stringify(title)}`;
}

/** The title stands in the file as a text of its own, as titles of tests do. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some(
    (quote) =>
      source.includes(`${quote}${title}${quote}, `) || source.includes(`${quote}${title}${quote},\n`),
  );
}
