// What the OpenAPI document says of an operation, as far as calling it goes, and a request made by it from what a caller
// gives: parameters to where they belong, the body in the first form that the contract takes.
import type {
  ApiResponse,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  RequestBody,
} from '@holdfast/api-types';
import { encodeForm, type FormValue } from './form.ts';

export interface Callable {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly bodyType: string | undefined;
  /** Fields of a form that are files. */
  readonly fileFields: readonly string[];
  /** The first that is offered, JSON only when there is nothing else; undefined: an answer has no body. */
  readonly answerType: string | undefined;
}

/** Parameters by their names, and `body`. */
export type Input = Readonly<Record<string, unknown>>;

export interface RequestParts {
  /** Relative to the service's address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
}

export const JSON_TYPE = 'application/json';
const bodyTypes = [JSON_TYPE, 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** By operation id. */
export function callablesOf(contract: OpenApiDocument): Map<string, Callable> {
  const found = new Map<string, Callable>();
  for (const [path, { parameters: common = [], ...operations }] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(operations) as [string, Operation][]) {
      const parameters = [...common, ...(operation.parameters ?? [])].map((each) =>
        resolved<Parameter>(contract, each),
      );
      const { content: bodies = {} } = resolved<Partial<RequestBody>>(contract, operation.requestBody ?? {});
      const bodyType = bodyTypes.find((type) => type in bodies);
      found.set(operation.operationId, {
        method: method.toUpperCase(),
        path,
        parameters,
        bodyType,
        fileFields: fileFieldsOf(contract, bodyType === undefined ? undefined : bodies[bodyType]),
        answerType: answerTypeOf(contract, operation),
      });
    }
  }
  return found;
}

/** Throws TypeError when the input has a name that the operation does not know, or lacks a part of the path. */
export function requestOf(callable: Callable, { body, ...values }: Input): RequestParts {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let { path } = callable;
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const place = callable.parameters.find((parameter) => parameter.name === name)?.in;
    if (place === undefined)
      throw new TypeError(`${callable.method} ${callable.path} has no parameter ${name}.`);
    if (place === 'path') path = path.replace(`{${name}}`, () => segmentOf(String(value)));
    else if (place === 'header') headers[name] = String(value);
    else for (const each of [value].flat()) query.append(name, String(each));
  }
  if (path.includes('{')) throw new TypeError(`${callable.method} ${callable.path} needs all of its path.`);
  const encoded = encodeBody(callable, body);
  return {
    ...encoded,
    path: `${path.slice(1)}${query.size > 0 ? `?${query}` : ''}`,
    headers: { ...encoded.headers, ...headers },
  };
}

/** Throws TypeError for what an address cannot hold: it would lead to another path. */
function segmentOf(value: string): string {
  if (['', '.', '..'].includes(value)) throw new TypeError(`'${value}' cannot be a part of a path.`);
  return encodeURIComponent(value);
}

function encodeBody(
  { bodyType, fileFields }: Callable,
  body: unknown,
): Pick<RequestParts, 'headers' | 'body'> {
  if (body === undefined) return { headers: {} };
  if (bodyType === JSON_TYPE) return sized(JSON_TYPE, JSON.stringify(body));
  const fields = Object.entries(body as Record<string, FormValue>).filter(([, value]) => value !== undefined);
  if (bodyType !== 'multipart/form-data') {
    const texts = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
    return sized(bodyType ?? '', new URLSearchParams(texts).toString());
  }
  const isFileText = (name: string, value: FormValue) =>
    typeof value === 'string' && fileFields.includes(name);
  return encodeForm(
    Object.fromEntries(
      fields.map(([name, value]) => [name, isFileText(name, value) ? Buffer.from(value as string) : value]),
    ),
  );
}

function sized(type: string, body: string): { headers: Record<string, string | number>; body: string } {
  return { headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) }, body };
}

function answerTypeOf(contract: OpenApiDocument, { responses }: Operation): string | undefined {
  const success = responses['200'] ?? responses['201'];
  const { content = {} } = resolved<Partial<ApiResponse>>(contract, success ?? {});
  const types = Object.keys(content);
  return types.find((type) => type !== JSON_TYPE) ?? types[0];
}

function fileFieldsOf(contract: OpenApiDocument, media: MediaType | undefined): string[] {
  const { properties = {} } = resolved<{ properties?: Record<string, { format?: unknown }> }>(
    contract,
    media?.schema ?? {},
  );
  return Object.entries(properties).flatMap(([name, { format }]) => (format === 'binary' ? [name] : []));
}

function resolved<T>(contract: OpenApiDocument, value: T | Reference | Readonly<Record<string, unknown>>): T {
  const reference = (value as Reference).$ref;
  if (reference === undefined) return value as T;
  const steps = reference.replace('#/', '').split('/');
  return steps.reduce((at, step) => (at as Record<string, unknown>)[step], contract as unknown) as T;
}
