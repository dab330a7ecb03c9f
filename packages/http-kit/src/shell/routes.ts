// Routes requests to the operations of the contract. Also lists the routes of an app, so that a test can compare them
// with the contract.
import { ANY_ROLE, lockssRoles, PLUGIN_STORE_ROLE } from '@holdfast/accounts';
import type { Express, Request, RequestHandler } from 'express';
import type { Contract } from '../contract/contract.ts';
import { type ContractOperation, listOperations } from '../contract/operations.ts';
import { createPreflightHandler } from '../http/preflight.ts';
import type { OperationHandler } from './handler.ts';
import { createMethodRefusal, createOperationHandler, type ServeOptions } from './serve-operation.ts';

/** Paths that the HTTP layer serves itself. The contract need not contain them. */
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

/** Handlers of one path, by method. */
interface PathHandlers {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, RequestHandler>;
  /** Called before `others`. May pass the request on to `others`. */
  readonly preflight: RequestHandler | undefined;
  readonly others: RequestHandler;
}

const operationPaths = new WeakMap<Express, readonly PathHandlers[]>();

/**
 * Returns a handler that routes requests to operations, and registers the operations for `listRoutes`. Static paths
 * take precedence over paths with parameters. The handler passes on requests for unknown paths.
 */
export function registerOperations(
  app: Express,
  serving: ServeOptions,
  handlerOf: (operation: ContractOperation) => OperationHandler,
): RequestHandler {
  const byPath = Map.groupBy(listOperations(serving.contract), ({ path }) => path);
  const paths = [...byPath.keys()]
    .filter((path) => !SHELL_PATHS.includes(path))
    .sort(compareSpecificity)
    .map((path) => createPathHandlers(serving, path, byPath.get(path)!, handlerOf));
  operationPaths.set(app, paths);
  const find = createRouteFinder(paths.map((content) => ({ path: content.path, content })));
  return (request, response, next) => {
    const match = find(readPath(request));
    if (match === undefined) return next();
    request.params = match.params;
    return selectHandler(match, request.method)(request, response, next);
  };
}

/** Returns the path without the query. Express parses only unusual URLs, because its parser scans the whole query. */
function readPath(request: Request): string {
  const [path = ''] = request.url.split('?', 1);
  return PLAIN_PATH.test(path) ? path : request.path;
}

const PLAIN_PATH = /^\/[^#\s]*$/;

function createPathHandlers(
  serving: ServeOptions,
  path: string,
  operations: readonly ContractOperation[],
  handlerOf: (operation: ContractOperation) => OperationHandler,
): PathHandlers {
  const served = operations.flatMap((operation) => {
    const handler = createOperationHandler(serving, operation, handlerOf(operation));
    return listMethods(operation).map((method) => [method, handler] as const);
  });
  const { crossOrigin } = serving;
  const isCrossOrigin = operations.some(({ operationId }) => crossOrigin?.operations.includes(operationId));
  const open = operations.every((operation) => operation.open);
  return {
    path,
    byMethod: new Map(served),
    preflight: crossOrigin && isCrossOrigin ? createPreflightHandler(path, crossOrigin) : undefined,
    others: createMethodRefusal(serving, path, { allowed: listAllowedMethods(operations), open }),
  };
}

function selectHandler({ content }: RouteMatch<PathHandlers>, method: string): RequestHandler {
  const { byMethod, preflight, others } = content;
  const handler = byMethod.get(method) ?? (method === 'HEAD' ? byMethod.get('GET') : undefined);
  if (handler !== undefined) return handler;
  if (preflight === undefined) return others;
  return (request, response, next) =>
    preflight(request, response, (error) => (error ? next(error) : others(request, response, next)));
}

/** Compares the handlers with the contract. Throws an error with all differences and all faults in roles. */
export function checkHandlers(contract: Contract, handlers: readonly string[]): void {
  const operations = listOperations(contract);
  const ids = operations.map(({ operationId }) => operationId);
  const own = operations
    .filter(({ path }) => SHELL_PATHS.includes(path))
    .map(({ operationId }) => operationId);
  const faults = [
    ...handlers.filter((id) => !ids.includes(id)).map((id) => `the handler ${id} names no operation`),
    ...ids.filter((id) => !handlers.includes(id) && !own.includes(id)).map((id) => `${id} has no handler`),
    ...operations.flatMap(findRoleFaults),
  ];
  if (faults.length > 0) throw new Error(`handlers and contract do not fit: ${faults.join('; ')}`);
}

/**
 * Returns faults in the roles of an operation. Missing roles could open the operation to all users. Misspelt roles
 * would close it to all users.
 */
function findRoleFaults({ operationId, open, roles }: ContractOperation): string[] {
  if (open) return roles.length === 0 ? [] : [`${operationId} is open but names roles`];
  if (roles.length === 0) return [`${operationId} names no roles`];
  const known = [...lockssRoles, PLUGIN_STORE_ROLE, ANY_ROLE];
  const unknown = roles.filter((role) => !known.includes(role));
  return unknown.map((role) => `${operationId} names the unknown role ${role}`);
}

/** Returns all operations of the contract in the format `GET /aus/{auid}/size`, sorted. */
export const listContractRoutes = (contract: Contract): string[] =>
  listOperations(contract)
    .flatMap((operation) => listMethods(operation).map((method) => `${method} ${operation.path}`))
    .sort();

/** Returns all routes of an app in the format `GET /aus/{auid}/size`, sorted. Omits the paths of the HTTP layer. */
export function listRoutes(app: Express): string[] {
  const own = operationPaths.get(app) ?? [];
  const ofOperations = own.flatMap(({ path, byMethod }) =>
    [...byMethod.keys()].map((method) => `${method} ${path}`),
  );
  const others = app.router.stack
    .flatMap(({ route }) => (route === undefined ? [] : [route]))
    .flatMap(({ path, stack }) => {
      const template = path.replace(/:(\w+)/g, '{$1}');
      const methods = stack.flatMap(({ method }) => (method === undefined ? [] : [method.toUpperCase()]));
      return SHELL_PATHS.includes(template) ? [] : methods.map((method) => `${method} ${template}`);
    });
  return [...ofOperations, ...others].sort();
}

function listMethods({ method, otherMethods }: ContractOperation): string[] {
  return [method, ...otherMethods];
}

function compareSpecificity(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = Number(left[at]!.includes('{')) - Number(right[at]!.includes('{'));
    if (difference !== 0) return difference;
  }
  return left.length - right.length || (a < b ? -1 : 1);
}

function listAllowedMethods(operations: readonly ContractOperation[]): string[] {
  const methods = operations.flatMap(listMethods);
  return methods.includes('GET') && !methods.includes('HEAD') ? [...methods, 'HEAD'] : methods;
}

/** Path of the contract, with the `content` that a RouteFinder returns for requests to this path. */
export interface ContractRoute<Content> {
  /** Path of the contract, such as `/aus/{auid}/size`. */
  readonly path: string;
  readonly content: Content;
}

export interface RouteMatch<Content> {
  readonly content: Content;
  /** Parameters of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route for a path without a query. Throws URIError if a parameter cannot be decoded. */
export type RouteFinder<Content> = (path: string) => RouteMatch<Content> | undefined;

interface RouteCandidate<Content> {
  readonly content: Content;
  readonly segments: readonly Segment[];
}

/** Literal segment of a path, or the name of a parameter. */
type Segment = { readonly text: string } | { readonly parameter: string };

/**
 * Creates a finder that looks up routes by their number of segments and first segment, instead of trying all routes.
 * Matches like Express with strict, case-sensitive routing. If several routes match, returns the first one in the list.
 */
export function createRouteFinder<Content>(routes: readonly ContractRoute<Content>[]): RouteFinder<Content> {
  const candidates = routes.map(({ path, content }) => ({
    content,
    segments: path.split('/').map(parseSegment),
  }));
  const byKind = Map.groupBy(candidates, ({ segments }) =>
    formatRouteKey(segments.length, readFirstText(segments[1]!)),
  );
  return (path) => {
    const segments = path.split('/');
    if (segments[0] !== '') return undefined;
    const ofKind = byKind.get(formatRouteKey(segments.length, segments[1])) ?? [];
    const found = ofKind.find((candidate) => matchesSegments(candidate, segments));
    return found && { content: found.content, params: decodeParams(found, segments) };
  };
}

const formatRouteKey = (segments: number, first: string | undefined): string => `${segments}/${first}`;

function parseSegment(text: string): Segment {
  const [, parameter] = /^\{(\w+)\}$/.exec(text) ?? [];
  if (parameter !== undefined) return { parameter };
  if (text.includes('{'))
    throw new Error(`a parameter must be a whole segment of its path, which ${text} is not`);
  return { text };
}

function readFirstText(segment: Segment): string {
  if ('parameter' in segment) throw new Error('no path may begin with a parameter');
  return segment.text;
}

function matchesSegments<Content>({ segments }: RouteCandidate<Content>, given: readonly string[]): boolean {
  return segments.every((segment, at) => ('text' in segment ? segment.text === given[at] : given[at] !== ''));
}

function decodeParams<Content>(
  { segments }: RouteCandidate<Content>,
  given: readonly string[],
): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at]!;
    if ('parameter' in segment) params[segment.parameter] = decodeSegment(given[at]!);
  }
  return params;
}

const decodeSegment = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);
