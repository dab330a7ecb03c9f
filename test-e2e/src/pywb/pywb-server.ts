// Runs pywb on its own port with the given configuration, and sends requests to it.
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTemporaryFolder, findFreePort, startProcess } from '@holdfast/testkit';

export interface PywbOptions {
  /** Path of a Python that has pywb installed. */
  python: string;
  /** Content of pywb's config.yaml. */
  config: string;
  /** Content of `.netrc` for the user who runs pywb. */
  netrc: string;
  /** Port of pywb. Default: any free port. */
  port?: number;
}

export interface PywbResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Response body as sent, without following redirects or decoding content codings. */
  body: Buffer;
}

export interface SentRequest {
  method: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

export interface PywbServer {
  readonly port: number;
  get(path: string): Promise<PywbResponse>;
  send(path: string, request: SentRequest): Promise<PywbResponse>;
  /** Sends SIGTERM and waits until pywb exits. */
  stop(): Promise<void>;
}

/** Starts pywb. Resolves when pywb responds. pywb stops at the end of the test file at the latest. */
export async function startPywb({ python, config, netrc, ...where }: PywbOptions): Promise<PywbServer> {
  const home = await createTemporaryFolder();
  await writeFile(join(home, 'config.yaml'), config);
  await writeFile(join(home, '.netrc'), netrc);
  await chmod(join(home, '.netrc'), 0o600);
  const port = where.port ?? (await findFreePort());
  const local = 'localhost,127.0.0.1';
  const started = await startProcess(
    python,
    ['-m', 'pywb.apps.cli', '--bind', '127.0.0.1', '--port', String(port)],
    { cwd: home, env: { HOME: home, NETRC: undefined, NO_PROXY: local, no_proxy: local } },
  );
  const url = `http://127.0.0.1:${port}`;
  await started.answers(`${url}/`);
  return {
    port,
    get: (path) => fetchPywbResponse(`${url}${path}`, { method: 'GET' }),
    send: (path, sent) => fetchPywbResponse(`${url}${path}`, sent),
    stop: async () => {
      await started.stop();
    },
  };
}

async function fetchPywbResponse(url: string, { method, headers, body }: SentRequest): Promise<PywbResponse> {
  const sent = request(url, { method, headers: { 'accept-encoding': 'gzip', ...headers } }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const status = response.statusCode!;
  // pywb announces a body for this response, but never sends it.
  const isEndless = method === 'OPTIONS' && status === 404;
  if (isEndless) response.destroy();
  return { status, headers: response.headers, body: isEndless ? Buffer.alloc(0) : await buffer(response) };
}
