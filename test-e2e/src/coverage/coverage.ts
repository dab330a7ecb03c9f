// Compares the responses recorded in a test run with the services' OpenAPI contracts. Computes a coverage row for each
// response of a contract, finds faults in the rows, and formats a page. Performs no I/O.

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Responses that were recorded while one test file ran. */
export interface FileResponses {
  /** Path relative to the project's root. */
  readonly file: string;
  /** Responses such as `GET /aus/x/size 200`, with the requested path. */
  readonly answers: readonly string[];
}

/** Reasons why a response in the contract cannot be observed. Keys have the format `GET /aus/{auid}/size 500`. */
export type UnobservableReasons = Readonly<Record<string, string>>;

export interface CoverageRow {
  /** Method and path in the contract, such as `GET /aus/{auid}/size`. */
  readonly operation: string;
  readonly status: string;
  /** Test files that received this response, sorted. */
  readonly files: readonly string[];
  readonly reason: string | undefined;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Whether the last path parameter matches the rest of the path, including slashes (`x-rest-of-target`). */
  readonly takesRest: boolean;
  readonly statuses: readonly string[];
}

const NAMED_FILES = 3;
const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/** Returns one row per operation and response status of the contract, in the contract's order. */
export function computeCoverage(
  contract: Contract,
  answered: readonly FileResponses[],
  reasons: UnobservableReasons,
): CoverageRow[] {
  const operations = operationsOf(contract);
  const seen = new Map<string, Set<string>>();
  for (const { file, answers } of answered) {
    for (const answer of answers) {
      const [method = '', target = '', status = ''] = answer.split(' ');
      const operation = findOperation(operations, method, target);
      if (operation === undefined) continue;
      const key = `${method} ${operation.path} ${status}`;
      seen.set(key, (seen.get(key) ?? new Set()).add(file));
    }
  }
  return operations.flatMap(({ method, path, statuses }) =>
    statuses.map((status) => {
      const key = `${method} ${path} ${status}`;
      const files = [...(seen.get(key) ?? [])].sort();
      return { operation: `${method} ${path}`, status, files, reason: reasons[key] };
    }),
  );
}

function operationsOf({ paths }: Contract): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => {
      const { responses, parameters = [] } = item[method] as { responses: object; parameters?: object[] };
      const takesRest = parameters.some((parameter) => 'x-rest-of-target' in parameter);
      return { method: method.toUpperCase(), path, takesRest, statuses: Object.keys(responses) };
    }),
  );
}

/** Finds the operation of a request. A literal path segment takes precedence over a parameter. */
function findOperation(
  operations: readonly Operation[],
  method: string,
  target: string,
): Operation | undefined {
  const parameters = ({ path }: Operation) => path.split('{').length;
  return operations
    .filter((operation) => operation.method === method && matches(operation, target))
    .sort((a, b) => parameters(a) - parameters(b))[0];
}

function matches({ path, takesRest }: Operation, target: string): boolean {
  const wanted = path.split('/');
  const all = target.split('/');
  const given = takesRest ? all.slice(0, wanted.length) : all;
  const fits = (segment: string, index: number) =>
    segment.startsWith('{') ? given[index] !== '' : given[index] === segment;
  return wanted.length === given.length && wanted.every(fits);
}

/**
 * Returns a sentence for each response of the contract that was not observed and has no reason, and for each reason
 * that is wrong.
 */
export function findCoverageFaults(rows: readonly CoverageRow[], reasons: UnobservableReasons): string[] {
  const promised = rows.map(({ operation, status }) => `${operation} ${status}`);
  return [
    ...rows.flatMap(({ operation, status, files, reason }) => {
      if (files.length === 0 && reason === undefined)
        return [`${operation} was never answered with ${status}, which the contract promises`];
      if (files.length > 0 && reason !== undefined)
        return [
          `${operation} was answered with ${status} in ${files[0]}, although a reason says it cannot be`,
        ];
      return [];
    }),
    ...Object.keys(reasons)
      .filter((one) => !promised.includes(one))
      .map((one) => `${one} has a reason but is not in the contract`),
  ];
}

/** Returns the text of .cache/COVERAGE.md, with one section per service. */
export function formatCoveragePage(
  services: readonly { readonly service: string; readonly rows: readonly CoverageRow[] }[],
): string {
  const sections = services.map(
    ({ service, rows }) => `\n## ${service}\n\n${formatCoverageTable(rows.map(formatCoverageCells))}\n`,
  );
  return `<!-- Made by scripts/coverage.mjs from what the services answered in a run of the tests. -->

# What every operation was seen to answer

One row for each operation and status of the two contracts, with the test files of the service (in its folder \`test\`)
that were answered so, as their HTTP clients saw it; or with the reason why none can be, which \`never-answered.json\` keeps.
A run of all tests by \`npm test\` fails when a promised status was not answered and there is no reason; after it,
\`npm run docs\` writes this page.
${sections.join('')}`;
}

function formatCoverageCells({ operation, status, files, reason }: CoverageRow): string[] {
  return [
    `\`${operation}\``,
    status,
    files.length === 0 ? `never: ${reason ?? 'nobody knows why'}` : namesOf(files),
  ];
}

function namesOf(files: readonly string[]): string {
  const named = files
    .slice(0, NAMED_FILES)
    .map((file) => `\`${file.replace(/^services\/[^/]+\/test\//, '')}\``)
    .join(', ');
  return files.length > NAMED_FILES ? `${named} and ${files.length - NAMED_FILES} more` : named;
}

function formatCoverageTable(rows: readonly string[][]): string {
  const header = ['Operation', 'Status', 'Answered in'];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf).join('\n');
}
