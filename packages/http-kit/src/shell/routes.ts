// Registers the contract's operations as Express routes, and lists an app's routes for the test that compares
// them with the contract.
import type { Express } from 'express';
import { ANY_ROLE, fieldRoles } from '../auth/roles.ts';
import type { Contract } from '../contract/contract.ts';
import { type Operation, operationsOf } from '../contract/operations.ts';
import { answerPreflight } from '../http/preflight.ts';
import type { Handler } from './handler.ts';
import { refuseMethod, type Serving, serveOperation } from './serve-operation.ts';

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** Paths the shell serves by itself, whether or not the contract names them. */
export const SHELL_PATHS = [
  '/livez',
  '/readyz',
  '/writez',
  '/startupz',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/{asset}',
];

/** Registers static paths before parameterised ones. */
export function registerOperations(
  app: Express,
  serving: Serving,
  handlerOf: (operation: Operation) => Handler,
): void {
  const byPath = Map.groupBy(operationsOf(serving.contract), ({ path }) => path);
  for (const path of [...byPath.keys()].sort(staticFirst)) {
    const operations = byPath.get(path)!.filter(() => !SHELL_PATHS.includes(path));
    if (operations.length === 0) continue;
    const route = app.route(expressPath(path));
    for (const operation of operations) {
      const method = operation.method.toLowerCase() as Method;
      route[method](serveOperation(serving, operation, handlerOf(operation)));
    }
    const { crossOrigin } = serving;
    if (crossOrigin && operations.some(({ operationId }) => crossOrigin.operations.includes(operationId))) {
      route.all(answerPreflight(path, crossOrigin));
    }
    const open = operations.every((operation) => operation.open);
    route.all(refuseMethod(serving, path, { allowed: allowedMethods(operations), open }));
  }
}

/** Throws, naming them all, when handlers and contract do not fit each other, or who may call is left open. */
export function checkHandlers(contract: Contract, handlers: readonly string[]): void {
  const operations = operationsOf(contract);
  const ids = operations.map(({ operationId }) => operationId);
  const own = operations
    .filter(({ path }) => SHELL_PATHS.includes(path))
    .map(({ operationId }) => operationId);
  const faults = [
    ...handlers.filter((id) => !ids.includes(id)).map((id) => `the handler ${id} names no operation`),
    ...ids.filter((id) => !handlers.includes(id) && !own.includes(id)).map((id) => `${id} has no handler`),
    ...operations.flatMap(faultOfRoles),
  ];
  if (faults.length > 0) throw new Error(`handlers and contract do not fit: ${faults.join('; ')}`);
}

/** An operation that forgets its roles must not be open to everybody, nor one whose role is misspelt to nobody. */
function faultOfRoles({ operationId, open, roles }: Operation): string[] {
  if (open) return roles.length === 0 ? [] : [`${operationId} is open and yet names roles`];
  if (roles.length === 0) return [`${operationId} names no roles`];
  const unknown = roles.filter((role) => role !== ANY_ROLE && !fieldRoles.includes(role));
  return unknown.map((role) => `${operationId} names the role ${role}, which there is not`);
}

/** `GET /aus/{auid}/size` for every operation, sorted. */
export const contractRoutes = (contract: Contract): string[] =>
  operationsOf(contract)
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

/** `GET /aus/{auid}/size` for every route an app really has beside the shell's own, sorted. */
export function routesOf(app: Express): string[] {
  return app.router.stack
    .flatMap(({ route }) => (route === undefined ? [] : [route]))
    .flatMap(({ path, stack }) => {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const methods = stack.flatMap(({ method }) => (method === undefined ? [] : [method.toUpperCase()]));
      return SHELL_PATHS.includes(template) ? [] : methods.map((method) => `${method} ${template}`);
    })
    .sort();
}

function staticFirst(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = Number(left[at]!.includes('{')) - Number(right[at]!.includes('{'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length || (a < b ? -1 : 1);
}

function allowedMethods(operations: readonly Operation[]): string[] {
  const methods = operations.map(({ method }) => method);
  return methods.includes('GET') && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods;
}

/** OpenAPI's `{name}` → Express's `:name`, with what Express would take as its own syntax escaped. */
function expressPath(path: string): string {
  return path
    .split(/(\{\w+\})/)
    .map((piece) =>
      /^\{\w+\}$/.test(piece) ? `:${piece.slice(1, -1)}` : piece.replace(/[{}()[\]+?!:*\\]/g, '\\$&'),
    )
    .join('');
}
