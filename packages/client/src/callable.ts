// Lists the operations of an OpenAPI document, and computes the address of each call. Sends no requests itself, because
// the console uses this module in browsers.
import type {
  ApiResponse,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  RequestBody,
} from '@holdfast/api-types';

export interface CallableOperation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Pick<Parameter, 'name' | 'in'>[];
  readonly bodyType: string | undefined;
  /** Names of the form fields for files. */
  readonly fileFields: readonly string[];
  /**
   * Media type of the response. If there are several, the first one other than JSON. Undefined if the response has no
   * body.
   */
  readonly answerType: string | undefined;
  /** Roles that may call the operation. `any` means every role. Empty if the operation requires no login. */
  readonly roles: readonly string[];
}

/** Parameters by name, and the body as `body`. */
export type RequestInput = Readonly<Record<string, unknown>>;

/** Path, query and headers of a request. */
export interface RequestTarget {
  /** Path and query, relative to the base URL of the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const JSON_MEDIA_TYPE = 'application/json';
/** Media type of request bodies that are sent as bytes, unchanged. */
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';
const bodyTypes = [
  JSON_MEDIA_TYPE,
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  NDJSON_MEDIA_TYPE,
];

/** Returns the operations by operation ID. */
export function listCallableOperations(contract: OpenApiDocument): Map<string, CallableOperation> {
  const found = new Map<string, CallableOperation>();
  for (const [path, { parameters: common = [], 'x-other-names': _, ...operations }] of Object.entries(
    contract.paths,
  )) {
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      const parameters = [...common, ...(operation.parameters ?? [])]
        .map((each) => resolveReference<Parameter>(contract, each))
        .map(({ name, in: place }) => ({ name, in: place }));
      const { content: bodies = {} } = resolveReference<Partial<RequestBody>>(
        contract,
        operation.requestBody ?? {},
      );
      const bodyType = bodyTypes.find((type) => type in bodies);
      found.set(operation.operationId, {
        method: method.toUpperCase(),
        path,
        parameters,
        bodyType,
        fileFields: listFileFields(contract, bodyType === undefined ? undefined : bodies[bodyType]),
        answerType: findAnswerType(contract, operation),
        roles: operation['x-roles'] ?? [],
      });
    }
  }
  return found;
}

/** Computes the address of a call. Throws TypeError for an unknown input and for a missing path parameter. */
export function toRequestTarget(
  callable: Pick<CallableOperation, 'method' | 'path' | 'parameters'>,
  values: RequestInput,
): RequestTarget {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let { path } = callable;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const place = callable.parameters.find((parameter) => parameter.name === name)?.in;
    if (place === undefined)
      throw new TypeError(`${callable.method} ${callable.path} has no parameter ${name}.`);
    if (place === 'path') path = path.replace(`{${name}}`, () => encodeSegment(String(value)));
    else if (place === 'header') headers[name] = String(value);
    else for (const each of [value].flat()) query.append(name, String(each));
  }
  if (path.includes('{')) throw new TypeError(`${callable.method} ${callable.path} needs all of its path.`);
  return { path: `${path.slice(1)}${query.size > 0 ? `?${query}` : ''}`, headers };
}

/** Returns the Accept header for an operation's media type. */
export function toAcceptHeader(answerType: string | undefined): string {
  if (answerType === JSON_MEDIA_TYPE) return JSON_MEDIA_TYPE;
  return answerType === undefined || answerType === '*/*' ? '*/*' : `${answerType}, */*;q=0.1`;
}

/** Encodes a path parameter. Throws TypeError for values such as `..`, which would change the path. */
function encodeSegment(value: string): string {
  if (['', '.', '..'].includes(value)) throw new TypeError(`'${value}' cannot be a part of a path.`);
  return encodeURIComponent(value);
}

function findAnswerType(contract: OpenApiDocument, { responses }: Operation): string | undefined {
  const success = responses['200'] ?? responses['201'];
  const { content = {} } = resolveReference<Partial<ApiResponse>>(contract, success ?? {});
  const types = Object.keys(content);
  return types.find((type) => type !== JSON_MEDIA_TYPE) ?? types[0];
}

function listFileFields(contract: OpenApiDocument, media: MediaType | undefined): string[] {
  const { properties = {} } = resolveReference<{ properties?: Record<string, { format?: unknown }> }>(
    contract,
    media?.schema ?? {},
  );
  return Object.entries(properties).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []));
}

function resolveReference<T>(
  contract: OpenApiDocument,
  value: T | Reference | Readonly<Record<string, unknown>>,
): T {
  const reference = (value as Reference).$ref;
  if (reference === undefined) return value as T;
  const steps = reference.replace('#/', '').split('/');
  return steps.reduce((at, step) => (at as Record<string, unknown>)[step], contract as unknown) as T;
}
