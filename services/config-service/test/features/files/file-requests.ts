// Reads and writes configuration files over HTTP.
import type { ConfigTestService } from '../../service.ts';

export type Headers = Readonly<Record<string, string>>;

export interface FileClient {
  get(section: string, headers?: Headers): Promise<Response>;
  put(section: string, content: string | Blob, headers?: Headers): Promise<Response>;
  /** Sends the body without wrapping it in a form. */
  putRaw(section: string, body: Exclude<RequestInit['body'], undefined>, headers: Headers): Promise<Response>;
  getUrl(url: string, headers?: Headers): Promise<Response>;
  json<T>(path: string): Promise<T>;
  reload(): Promise<Response>;
}

/** Creates a client that follows no redirects and has no cache. */
export function createFileClient({ url, asAdmin }: Pick<ConfigTestService, 'url' | 'asAdmin'>): FileClient {
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...asAdmin, ...(init.headers as Headers) },
    });
  const file = (section: string): string => `/config/file/${encodeURIComponent(section)}`;
  return {
    get: (section, headers = {}) => ask(file(section), { headers }),
    put: (section, content, headers = {}) => {
      const body = new FormData();
      body.append('configFile', content instanceof Blob ? content : new Blob([content]), 'configFile');
      return ask(file(section), { method: 'PUT', body, headers });
    },
    putRaw: (section, body, headers) => ask(file(section), { method: 'PUT', body, headers }),
    getUrl: (of, headers = {}) => ask(`/config/url?url=${encodeURIComponent(of)}`, { headers }),
    json: async <T>(path: string) => (await ask(path)).json() as Promise<T>,
    reload: () => ask('/config/reload', { method: 'PUT' }),
  };
}

/** Returns the status and the `detail` of an error response. */
export async function readProblem(
  answer: Response,
): Promise<{ status: number; detail: string; [more: string]: unknown }> {
  return (await answer.json()) as { status: number; detail: string };
}

/** Returns the parts of a multipart response, each with its headers and bytes. */
export async function parseParts(
  answer: Response,
): Promise<{ headers: Record<string, string>; text: string }[]> {
  const boundary = /boundary=(\S+)$/.exec(answer.headers.get('content-type') ?? '')![1]!;
  const text = await answer.text();
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head, ...body] = part.slice(2, -2).split('\r\n\r\n');
      const lines = head!
        .split('\r\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
      return { headers: Object.fromEntries(lines), text: body.join('\r\n\r\n') };
    });
}
