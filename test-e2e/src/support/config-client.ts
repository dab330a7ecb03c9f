// One request to config-service, as its administrator, and its whole answer.
import { basicAuth } from '@holdfast/testkit';

export interface Sent {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as the part `configFile` of a form. */
  file?: string;
  headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ConfigClient {
  /** Whatever the status is. */
  send(method: string, path: string, sent?: Sent): Promise<Answered>;
  /** The JSON of an answer of 200, undefined when its body is empty. Rejects, in words, on any other status. */
  call<T>(method: string, path: string, sent?: Sent): Promise<T>;
}

export function configClient(url: string, password: string): ConfigClient {
  const send: ConfigClient['send'] = async (method, path, { json, file, headers } = {}) => {
    const body = file === undefined ? json && JSON.stringify(json) : formOf(file);
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: basicAuth('admin', password),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body as string | FormData }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    send,
    async call<T>(method: string, path: string, sent?: Sent) {
      const { status, text } = await send(method, path, sent);
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
  };
}

/** A path with an AUID in it. */
export const auPath = (folder: string, auid: string): string => `/${folder}/${encodeURIComponent(auid)}`;

function formOf(text: string): FormData {
  const form = new FormData();
  form.append('configFile', new Blob([text]), 'file.txt');
  return form;
}
