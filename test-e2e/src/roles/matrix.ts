// Access matrix: the result promised by a contract for every operation and identity, and the page that shows
// it. Does no input or output.

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** Path in the contract, such as `/aus/{auid}`. */
  readonly path: string;
  readonly open: boolean;
  readonly roles: readonly string[];
  /** Statuses listed in the contract, as text. */
  readonly statuses: readonly string[];
  /** The operation and its path item from the contract. */
  readonly source: Readonly<Record<string, unknown>>;
  readonly item: Readonly<Record<string, unknown>>;
}

/** `yes`: access is allowed, whatever the status of the answer. */
export type Cell = 'yes' | '401' | '403';

export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;

/** Columns of the page: no login, a wrong login, a user without roles, and each role. */
export const IDENTITIES = ['no login', 'wrong login', 'no role', ...ROLES] as const;
export type Identity = (typeof IDENTITIES)[number];

export interface Service {
  readonly name: string;
  readonly contract: Contract;
  /** Answer to a user without roles: 403, or 401 if the service treats that like no login. */
  readonly withoutRole: '401' | '403';
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * Returns the operations in the contract's order, with deletes last. Omits the login operations, which need no role.
 */
export function listOperations({ paths }: Contract): Operation[] {
  const all = Object.entries(paths)
    .filter(([path]) => path !== '/session')
    .flatMap(([path, item]) =>
      METHODS.filter((method) => Object.hasOwn(item, method)).map((method): Operation => {
        const source = item[method] as Operation['source'];
        return {
          operationId: source.operationId as string,
          method: method.toUpperCase(),
          path,
          open: (source.security as unknown[]).length === 0,
          roles: (source['x-roles'] as string[] | undefined) ?? [],
          statuses: Object.keys(source.responses as object),
          source,
          item,
        };
      }),
    );
  const deletes = ({ method }: Operation) => Number(method === 'DELETE');
  return all.sort((a, b) => deletes(a) - deletes(b));
}

/** Returns the promised result. Roles are written out: none implies another here. */
export function promisedCell({ withoutRole }: Service, { open, roles }: Operation, identity: Identity): Cell {
  if (open) return 'yes';
  if (identity === 'no login' || identity === 'wrong login') return '401';
  if (identity === 'no role') return withoutRole;
  return roles.includes('any') || roles.includes(identity) ? 'yes' : '403';
}

/** Returns one row of the page: the operation, then a cell per identity. */
export const formatRow = ({ method, path }: Operation, cellOf: (identity: Identity) => Cell): string[] => [
  `\`${method} ${path}\``,
  ...IDENTITIES.map(cellOf),
];

/** Returns ROLES.md with a section per service. `rows`: made by `formatRow`. */
export function formatRolesPage(
  services: readonly { readonly name: string; readonly rows: string[][] }[],
): string {
  const sections = services.map(({ name, rows }) => `\n## ${name}\n\n${tableOf(rows)}\n`);
  return `<!-- Made by scripts/roles.mjs from the contracts. -->

# Who may do what

One row for each operation of the two contracts: \`yes\` where somebody is let in, or the status that refuses. The test in
\`src/roles\` asks both services all of it as they run, fails where they answer otherwise or this page says otherwise, and
looks for secrets in the answers to those who may not see them; \`npm run docs\` writes this page.

Two kinds of secrets are kept from roles that are let in: a password in the configuration of an AU, which is shown as
\`user:******\` to whoever has neither \`auAdminRole\` nor \`userAdminRole\`, and in queries to everybody; and configuration
files, which only \`userAdminRole\` reads.
${sections.join('')}`;
}

function tableOf(rows: readonly string[][]): string {
  const header = ['Operation', ...IDENTITIES];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf).join('\n');
}
