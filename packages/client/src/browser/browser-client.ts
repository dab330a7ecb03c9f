// Calls the operations of a contract with `fetch` and the browser's credentials for the page's origin. Uses an
// operation table that was generated from the contract.
import {
  type CallableOperation,
  JSON_MEDIA_TYPE,
  type RequestInput,
  toAcceptHeader,
  toRequestTarget,
} from '../callable.ts';
import type { OperationCalls } from '../operation-types.ts';
import { ServiceError } from '../service-error.ts';
import { toServiceError } from './refusal.ts';

/** Entry of the operation table. */
export type BrowserOperation = CallableOperation;

export interface BrowserClientSettings {
  /** Returns the base URL of the service, which ends in `/`. Called for each request. */
  url(): URL;
  /** Additional headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called after a 401 response. Resolves to true if the client should send the request again. */
  onUnauthenticated?(operation: string): Promise<boolean>;
}

export interface BrowserCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Accept header. Default: the result of `toAcceptHeader`. */
  readonly accept?: string | undefined;
  /** Called with a successful response before its body is read. */
  readonly onAnswer?: ((answer: Response) => void) | undefined;
}

/** Functions of a browser client, one per operation. A response other than JSON is a `Response` with an unread body. */
export type BrowserCalls<Operations> = OperationCalls<Operations, BrowserCallOptions, Response>;

export interface OperationAddress {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates a client with one function per operation, which rejects with ServiceError or the signal's abort reason. */
export function createBrowserClient<Operations>(
  callables: Readonly<Record<string, BrowserOperation>>,
  settings: BrowserClientSettings,
): BrowserCalls<Operations> {
  const calls = Object.entries(callables).map(([id, callable]) => [
    id,
    (input: RequestInput = {}, options: BrowserCallOptions = {}) =>
      callOperation(settings, callable, input, options),
  ]);
  return Object.fromEntries(calls) as BrowserCalls<Operations>;
}

/** Returns the address of a call, for links, downloads and requests that do not use this client. */
export function toBrowserAddress(
  callable: BrowserOperation,
  base: URL,
  { body: _, ...values }: RequestInput = {},
): OperationAddress {
  const { path, headers } = toRequestTarget(callable, values);
  return { method: callable.method, url: new URL(path, base), headers };
}

async function callOperation(
  settings: BrowserClientSettings,
  callable: BrowserOperation,
  input: RequestInput,
  options: BrowserCallOptions,
): Promise<unknown> {
  const operation = `${callable.method} ${callable.path}`;
  const ask = () => sendBrowserRequest(settings, callable, input, options, operation);
  let answer = await ask();
  if (answer.status === 401 && (await settings.onUnauthenticated?.(operation))) answer = await ask();
  const isUnchanged = answer.status === 304 && callable.answerType !== JSON_MEDIA_TYPE;
  if (!answer.ok && !isUnchanged) throw await toServiceError(answer, operation);
  options.onAnswer?.(answer);
  if (callable.answerType === undefined) return undefined;
  if (callable.answerType !== JSON_MEDIA_TYPE) return answer;
  try {
    return await answer.json();
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new ServiceError(operation, {}, { cause });
  }
}

async function sendBrowserRequest(
  settings: BrowserClientSettings,
  callable: BrowserOperation,
  input: RequestInput,
  { signal, accept = toAcceptHeader(callable.answerType) }: BrowserCallOptions,
  operation: string,
): Promise<Response> {
  const { method, url, headers } = toBrowserAddress(callable, settings.url(), input);
  const { body, type } = encodeRequestBody(callable, input.body);
  try {
    return await fetch(url, {
      method,
      headers: { ...settings.headers, ...headers, accept, ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      credentials: 'same-origin',
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ServiceError(operation, {}, { cause });
  }
}

/**
 * Returns the request body and its Content-Type. For a form, the browser sets the Content-Type, because only the
 * browser knows the boundary.
 */
function encodeRequestBody(
  { bodyType, fileFields }: BrowserOperation,
  body: unknown,
): { body?: string | URLSearchParams | FormData; type?: string } {
  if (body === undefined) return {};
  if (bodyType === JSON_MEDIA_TYPE) return { body: JSON.stringify(body), type: JSON_MEDIA_TYPE };
  const fields = Object.entries(body as object).filter(([, value]) => value !== undefined);
  if (bodyType !== 'multipart/form-data')
    return {
      body: new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))),
    };
  return { body: buildForm(fields, fileFields) };
}

/** Puts text fields before files, so that the service has read all text fields when a file arrives. */
function buildForm(fields: readonly [string, unknown][], fileFields: readonly string[]): FormData {
  const form = new FormData();
  const isFile = ([name, value]: readonly [string, unknown]): boolean =>
    value instanceof Blob || fileFields.includes(name);
  for (const [name, value] of fields.filter((field) => !isFile(field))) form.append(name, String(value));
  for (const [name, value] of fields.filter(isFile))
    form.append(name, value instanceof Blob ? value : new Blob([String(value)]), nameOf(name, value));
  return form;
}

const nameOf = (field: string, value: unknown): string => (value instanceof File ? value.name : field);
