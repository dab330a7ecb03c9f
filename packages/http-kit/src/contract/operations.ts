// Reads the operations of an OpenAPI document, with their parameters, bodies, roles and response statuses.
import type { Contract } from './contract.ts';

export type ContractSchema = { readonly [keyword: string]: unknown };

export interface ContractParameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly required: boolean;
  readonly schema: ContractSchema;
  /** Format of an array in the query: `a=1&a=2` if true (the default of OpenAPI), `a=1,2` if false. */
  readonly explode: boolean;
  /** True if an empty value counts as missing. */
  readonly emptyIsAbsent: boolean;
}

export interface ContractOperation {
  readonly operationId: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Equivalent HTTP methods from `x-other-methods`, in upper case. */
  readonly otherMethods: readonly string[];
  /** Path in the contract, for example `/aus/{auid}/size`. */
  readonly path: string;
  /** Roles that may call the operation. Empty only if it requires no login. */
  readonly roles: readonly string[];
  /** True if the operation is served even when the service is not ready, for example because PostgreSQL is down. */
  readonly servedUnready: boolean;
  /** True if the operation requires no login. */
  readonly open: boolean;
  /** Event type in the audit log. Undefined if not logged. `x-audit` overrides the default for the HTTP method. */
  readonly audited: 'write' | 'routine' | 'secret' | 'login' | undefined;
  readonly parameters: readonly ContractParameter[];
  /**
   * Namespaces that the operation can access, from `x-namespaces`. `one` (default): the namespace in a parameter.
   * `all`: every namespace. `none`: the operation reveals nothing about any namespace.
   */
  readonly namespaces: 'one' | 'all' | 'none';
  /** True (`x-tokens: refused`) if the operation requires a user's own login instead of an API token. */
  readonly refusesTokens: boolean;
  /** Query parameters that are rejected, from `x-refused-parameters`, each with a sentence about its replacement. */
  readonly refused: ReadonlyMap<string, string>;
  /** True (`x-unknown-parameters: ignored`) if unknown query parameters are ignored instead of rejected. */
  readonly ignoresUnknownParameters: boolean;
  /** Schemas of the body by media type. Undefined if the operation has no body. */
  readonly body:
    | { readonly required: boolean; readonly schemas: ReadonlyMap<string, ContractSchema> }
    | undefined;
  /** Response statuses in the contract, as text. */
  readonly statuses: readonly string[];
  /** True if the contract declares 415 for unsupported media types, false if only for unsupported content codings. */
  readonly refusesMediaTypes: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const known = new WeakMap<Contract, readonly ContractOperation[]>();

/** Returns all operations in the order of the contract. Throws if an operationId is missing or duplicate. */
export function listOperations(contract: Contract): readonly ContractOperation[] {
  const remembered = known.get(contract);
  if (remembered !== undefined) return remembered;
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) =>
      readOperation(contract, path, method, item as ContractSchema),
    ),
  );
  const ids = operations.map(({ operationId }) => operationId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`two operations of the contract are called ${twice}`);
  known.set(contract, operations);
  return operations;
}

/** Returns the names of an operation's query parameters, or an empty array if the operation does not exist. */
export function listQueryParameters(contract: Contract, operationId: string): readonly string[] {
  const operation = listOperations(contract).find((one) => one.operationId === operationId);
  return (operation?.parameters ?? []).filter(({ place }) => place === 'query').map(({ name }) => name);
}

/** Returns a copy of the contract in which every operation ignores unknown query parameters. */
export function ignoreUnknownParameters<Document extends Contract>(contract: Document): Document {
  const copy = structuredClone(contract);
  for (const item of Object.values(copy.paths) as Record<string, Record<string, unknown>>[]) {
    for (const method of METHODS) if (item[method]) item[method]['x-unknown-parameters'] = 'ignored';
  }
  return copy;
}

// Cache of resolved references, because every request needs them.
const reached = new WeakMap<object, ContractSchema>();

/** Returns the value itself or, for a `$ref`, the schema in the contract to which it points. */
export function resolveReference(contract: Contract, value: unknown): ContractSchema {
  if (typeof (value as ContractSchema | undefined)?.$ref !== 'string')
    return followReferences(contract, value);
  const reference = value as ContractSchema;
  const remembered = reached.get(reference);
  if (remembered !== undefined) return remembered;
  const found = followReferences(contract, reference);
  reached.set(reference, found);
  return found;
}

function followReferences(contract: Contract, value: unknown): ContractSchema {
  let found = value as ContractSchema;
  for (let hops = 0; typeof found?.$ref === 'string'; hops += 1) {
    if (hops > 20) throw new Error(`the contract's reference ${found.$ref} leads nowhere`);
    found = lookUp(contract, found.$ref);
  }
  if (typeof found !== 'object' || found === null)
    throw new Error('the contract contains a reference without a target');
  return found;
}

function lookUp(contract: Contract, reference: string): ContractSchema {
  const steps = reference.replace(/^#\//, '').split('/');
  let found: unknown = contract;
  for (const step of steps) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = (found as Record<string, unknown> | undefined)?.[key];
  }
  return found as ContractSchema;
}

function readOperation(
  contract: Contract,
  path: string,
  method: string,
  item: ContractSchema,
): ContractOperation {
  const operation = item[method] as ContractSchema;
  const { operationId } = operation;
  if (typeof operationId !== 'string')
    throw new Error(`${method} ${path} of the contract has no operationId`);
  const responses = (operation.responses as ContractSchema | undefined) ?? {};
  const security = operation.security ?? (contract as { security?: unknown }).security;
  return {
    operationId,
    method: method.toUpperCase(),
    otherMethods: (operation['x-other-methods'] as string[] | undefined) ?? [],
    path,
    roles: (operation['x-roles'] as string[] | undefined) ?? [],
    servedUnready: operation['x-served-unready'] === true,
    namespaces: (operation['x-namespaces'] as ContractOperation['namespaces'] | undefined) ?? 'one',
    refusesTokens: operation['x-tokens'] === 'refused',
    open: Array.isArray(security) && security.length === 0,
    audited: readAuditEvent(method, operation['x-audit']),
    parameters: readParameters(contract, item.parameters, operation.parameters),
    refused: new Map(
      Object.entries((operation['x-refused-parameters'] as ContractSchema | undefined) ?? {}),
    ) as Map<string, string>,
    ignoresUnknownParameters: operation['x-unknown-parameters'] === 'ignored',
    body: readBody(contract, operation.requestBody),
    statuses: Object.keys(responses),
    refusesMediaTypes: responses['415'] !== undefined && !isUnsupportedCodingResponse(responses['415']),
  };
}

function isUnsupportedCodingResponse(response: unknown): boolean {
  return (response as ContractSchema).$ref === '#/components/responses/UnsupportedContentEncoding';
}

/**
 * Reads `x-audit`. `secret`: the response contains secrets. `login`: begins or ends a session. `routine`: a write that
 * programs repeat thousands of times. `none`: never logged.
 */
function readAuditEvent(method: string, marked: unknown): ContractOperation['audited'] {
  if (marked === 'none') return undefined;
  if (marked === 'secret' || marked === 'login' || marked === 'routine') return marked;
  return ['get', 'head', 'options'].includes(method) ? undefined : 'write';
}

/**
 * Merges the parameters of the path and of the operation. A parameter of the operation overrides a parameter of the
 * path with the same name and location.
 */
function readParameters(contract: Contract, ofPath: unknown, ofOperation: unknown): ContractParameter[] {
  const all = [...((ofPath as unknown[]) ?? []), ...((ofOperation as unknown[]) ?? [])];
  const byKey = new Map<string, ContractParameter>();
  for (const reference of all) {
    const parameter = resolveReference(contract, reference);
    const { name, in: place } = parameter;
    if (place !== 'path' && place !== 'query') continue;
    byKey.set(`${place} ${name}`, {
      name: String(name),
      place,
      required: place === 'path' || parameter.required === true,
      schema: (parameter.schema as ContractSchema | undefined) ?? {},
      explode: parameter.explode !== false,
      emptyIsAbsent: parameter.allowEmptyValue === true,
    });
  }
  return [...byKey.values()];
}

function readBody(contract: Contract, reference: unknown): ContractOperation['body'] {
  if (reference === undefined) return undefined;
  const body = resolveReference(contract, reference);
  const content = Object.entries((body.content as ContractSchema | undefined) ?? {});
  const schemas = content.map(([type, media]) => {
    const schema = ((media as ContractSchema).schema as ContractSchema | undefined) ?? {};
    return [type.toLowerCase(), schema] as const;
  });
  // Media types in `x-other-media-types` have the same schema as the only declared media type.
  for (const type of (body['x-other-media-types'] as string[] | undefined) ?? [])
    schemas.push([type, schemas[0]![1]]);
  return { required: body.required === true, schemas: new Map(schemas) };
}
