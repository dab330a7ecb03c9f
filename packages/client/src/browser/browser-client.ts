// Operations of a contract called by `fetch`, with the login that the browser has for the page's origin. What an operation is
// comes as a table made of the contract beforehand, which is a fraction of the document.
import { acceptOf, type Callable, type Input, JSON_TYPE, targetOf } from '../callable.ts';
import type { OperationCalls } from '../operation-types.ts';
import { ServiceError } from '../service-error.ts';
import { errorOf } from './refusal.ts';

/** What the table has of each operation. */
export type BrowserCallable = Callable;

export interface BrowserSettings {
  /** Where the service is now; ends with `/`. Asked for each call. */
  url(): URL;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Told that the service does not know who asks (401). Resolves to whether it is worth asking once more. */
  onStranger?(operation: string): Promise<boolean>;
}

export interface BrowserCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The header; when absent, what the contract offers first. */
  readonly accept?: string | undefined;
  /** Shown the head of the answer when it is no refusal, before its body is read. */
  readonly onAnswer?: ((answer: Response) => void) | undefined;
}

/** What is not JSON is given as the Response, its body unread. */
export type BrowserCalls<Operations> = OperationCalls<Operations, BrowserCallOptions, Response>;

export interface BrowserAddress {
  readonly method: string;
  readonly url: URL;
  /** Those that are parameters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Each function rejects with ServiceError, or with the signal's reason. */
export function browserClient<Operations>(
  callables: Readonly<Record<string, BrowserCallable>>,
  settings: BrowserSettings,
): BrowserCalls<Operations> {
  const calls = Object.entries(callables).map(([id, callable]) => [
    id,
    (input: Input = {}, options: BrowserCallOptions = {}) => call(settings, callable, input, options),
  ]);
  return Object.fromEntries(calls) as BrowserCalls<Operations>;
}

/** Where a call would go: for links, downloads, and whoever wants to make it by other means. */
export function addressOf(
  callable: BrowserCallable,
  base: URL,
  { body: _, ...values }: Input = {},
): BrowserAddress {
  const { path, headers } = targetOf(callable, values);
  return { method: callable.method, url: new URL(path, base), headers };
}

async function call(
  settings: BrowserSettings,
  callable: BrowserCallable,
  input: Input,
  options: BrowserCallOptions,
): Promise<unknown> {
  const operation = `${callable.method} ${callable.path}`;
  const ask = () => send(settings, callable, input, options, operation);
  let answer = await ask();
  if (answer.status === 401 && (await settings.onStranger?.(operation))) answer = await ask();
  const isUnchanged = answer.status === 304 && callable.answerType !== JSON_TYPE;
  if (!answer.ok && !isUnchanged) throw await errorOf(answer, operation);
  options.onAnswer?.(answer);
  if (callable.answerType === undefined) return undefined;
  if (callable.answerType !== JSON_TYPE) return answer;
  try {
    return await answer.json();
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw new ServiceError(operation, {}, { cause });
  }
}

async function send(
  settings: BrowserSettings,
  callable: BrowserCallable,
  input: Input,
  { signal, accept = acceptOf(callable.answerType) }: BrowserCallOptions,
  operation: string,
): Promise<Response> {
  const { method, url, headers } = addressOf(callable, settings.url(), input);
  const { body, type } = bodyOf(callable, input.body);
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

/** The browser itself says what type a form is of. */
function bodyOf(
  { bodyType, fileFields }: BrowserCallable,
  body: unknown,
): { body?: string | URLSearchParams | FormData; type?: string } {
  if (body === undefined) return {};
  if (bodyType === JSON_TYPE) return { body: JSON.stringify(body), type: JSON_TYPE };
  const fields = Object.entries(body as object).filter(([, value]) => value !== undefined);
  if (bodyType !== 'multipart/form-data')
    return {
      body: new URLSearchParams(Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))),
    };
  return { body: formOf(fields, fileFields) };
}

/** Texts go first, so that the service knows them when a file arrives. */
function formOf(fields: readonly [string, unknown][], fileFields: readonly string[]): FormData {
  const form = new FormData();
  const isFile = ([name, value]: readonly [string, unknown]): boolean =>
    value instanceof Blob || fileFields.includes(name);
  for (const [name, value] of fields.filter((field) => !isFile(field))) form.append(name, String(value));
  for (const [name, value] of fields.filter(isFile))
    form.append(name, value instanceof Blob ? value : new Blob([String(value)]), nameOf(name, value));
  return form;
}

const nameOf = (field: string, value: unknown): string => (value instanceof File ? value.name : field);
