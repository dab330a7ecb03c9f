// Access matrix: computes the result that a contract specifies for every operation and identity, and formats a page of
// these results. Performs no I/O.

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface RoleOperation {
  readonly operationId: string;
  readonly method: string;
  /** Path in the contract, such as `/aus/{auid}`. */
  readonly path: string;
  readonly open: boolean;
  readonly roles: readonly string[];
  /** Response statuses listed in the contract, as strings. */
  readonly statuses: readonly string[];
  /** Namespaces that the operation accesses; `none` if its response reveals nothing about any namespace. */
  readonly namespaces: string;
  /** Whether the operation rejects API tokens. */
  readonly refusesTokens: boolean;
  /** Operation object and path item object of the contract. */
  readonly source: Readonly<Record<string, unknown>>;
  readonly item: Readonly<Record<string, unknown>>;
}

/** Result of a request. `yes`: the service allowed access, whatever the response status. */
export type AccessCell = 'yes' | '401' | '403';

export const ROLES = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;

/**
 * Columns of the page: no login, a wrong login, a user without roles, each role, three API tokens of an administrator,
 * and two access tokens of an OpenID Connect provider. One API token has expired, one has only `accessContentRole`, and
 * one has all roles but is limited to another namespace. One access token has `accessContentRole`, and one has all roles
 * but is signed with an unknown key.
 */
export const IDENTITIES = [
  'no login',
  'wrong login',
  'no role',
  ...ROLES,
  'ended token',
  'reading token',
  'namespace token',
  'access token',
  'forged token',
] as const;
export type TestIdentity = (typeof IDENTITIES)[number];

export interface RoleService {
  readonly name: string;
  readonly contract: Contract;
  /** Status for a user without roles. It is 401 if the service treats such a user as not logged in. */
  readonly withoutRole: '401' | '403';
  /** Whether API tokens can be limited to namespaces of the service. */
  readonly hasNamespaces: boolean;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/**
 * Returns the operations in the contract's order, with deletes last. Omits the login operations, which need no role.
 */
export function listOperations({ paths }: Contract): RoleOperation[] {
  const all = Object.entries(paths)
    .filter(([path]) => path !== '/session')
    .flatMap(([path, item]) =>
      METHODS.filter((method) => Object.hasOwn(item, method)).map((method): RoleOperation => {
        const source = item[method] as RoleOperation['source'];
        return {
          operationId: source.operationId as string,
          method: method.toUpperCase(),
          path,
          open: (source.security as unknown[]).length === 0,
          roles: (source['x-roles'] as string[] | undefined) ?? [],
          statuses: Object.keys(source.responses as object),
          namespaces: (source['x-namespaces'] as string | undefined) ?? 'one',
          refusesTokens: source['x-tokens'] === 'refused',
          source,
          item,
        };
      }),
    );
  const deletes = ({ method }: RoleOperation) => Number(method === 'DELETE');
  return all.sort((a, b) => deletes(a) - deletes(b));
}

/**
 * Returns the result that the contract specifies. The contract lists every role explicitly, so no role implies another
 * here.
 */
export function computeExpectedCell(
  { withoutRole, hasNamespaces }: RoleService,
  { open, roles, namespaces, refusesTokens }: RoleOperation,
  identity: TestIdentity,
): AccessCell {
  if (open) return 'yes';
  if (NEVER_ADMITTED.includes(identity)) return '401';
  if (refusesTokens && (identity === 'namespace token' || identity === 'reading token')) return '403';
  if (identity === 'namespace token') return hasNamespaces && namespaces !== 'none' ? '403' : 'yes';
  if (identity === 'no role') return withoutRole;
  const isReader = identity === 'reading token' || identity === 'access token';
  const role = isReader ? 'accessContentRole' : identity;
  return roles.includes('any') || roles.includes(role) ? 'yes' : '403';
}

const NEVER_ADMITTED: readonly TestIdentity[] = ['no login', 'wrong login', 'ended token', 'forged token'];

/** Returns one row of the page: the operation, then the result for each identity. */
export const formatRow = (
  { method, path }: RoleOperation,
  cellOf: (identity: TestIdentity) => AccessCell,
): string[] => [`\`${method} ${path}\``, ...IDENTITIES.map(cellOf)];

/** Returns the text of ROLES.md with one section per service. `rows`: results of `formatRow`. */
export function formatRolesPage(
  services: readonly { readonly name: string; readonly rows: string[][] }[],
): string {
  const sections = services.map(({ name, rows }) => `\n## ${name}\n\n${tableOf(rows)}\n`);
  return `<!-- Generated by scripts/roles.mjs from the contracts. -->

# Who may do what

Look up which role may call an operation. Each row is one operation of the two contracts: \`yes\` if the role has access,
otherwise the status of the refusal. \`npm run docs\` generates this page. The test in \`src/roles\` sends every request
to both running services, and compares the responses with this page. It also checks that no response contains a secret
that the role may not see.

The last five columns are tokens: three API tokens of an administrator (one that has ended, one with
\`accessContentRole\` alone, and one with all roles that is limited to another namespace), and two access tokens of an
OpenID Connect provider (one with \`accessContentRole\`, and one with all roles that is signed with an unknown key).

Two kinds of secrets stay hidden even from roles with access:

- Passwords in AU configurations are shown as \`user:******\` to users without \`auAdminRole\` or \`userAdminRole\`, and to all
  users in queries.
- Only \`userAdminRole\` can read configuration files.
${sections.join('')}`;
}

function tableOf(rows: readonly string[][]): string {
  const header = ['Operation', ...IDENTITIES];
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf).join('\n');
}
