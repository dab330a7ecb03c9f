// Test helper: an HTTP server that accepts imports like the repository service, and a terminal that records its output.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { hashPassword } from '@holdfast/accounts';
import { runCli } from '../../src/cli.ts';
import type { CliEnvironment } from '../../src/env.ts';

export interface ReceivedImport {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly parts: readonly { readonly head: string; readonly body: Buffer }[];
}
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface ImportService {
  readonly url: string;
  readonly imports: ReceivedImport[];
  /** UUIDs of artifacts that the service has. */
  readonly artifacts: Set<string>;
  close(): Promise<void>;
}

export const PASSWORD = 'correct: horse';
const AUTHORIZATION = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

/** Starts the server. `answer` handles POST /archives after the login check. */
export async function openImportService(
  answer: (service: ImportService) => AnswerRequest,
): Promise<ImportService> {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== AUTHORIZATION) return sendProblem(response, 401, 'Log in.');
    if (request.url === '/namespaces') return void response.end('[]');
    if (request.url?.startsWith('/artifacts/')) return artifactOf(request.url, service, response);
    if (request.method === 'POST' && request.url?.startsWith('/archives'))
      return void answer(service)(request, response);
    sendProblem(response, 404, 'No such thing.');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: ImportService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    imports: [],
    artifacts: new Set(),
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return service;
}

/** Reads the whole upload, then responds with these lines. */
export const respondWithLines =
  (...lines: object[]) =>
  (service: ImportService): AnswerRequest =>
  async (request, response) => {
    service.imports.push(await receiveImport(request));
    response.setHeader('content-type', 'application/x-ndjson');
    response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  };

function artifactOf(url: string, { artifacts }: ImportService, response: ServerResponse): void {
  const uuid = /^\/artifacts\/([^/?]+)/.exec(url)![1]!;
  if (artifacts.has(uuid)) {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ uuid }));
  } else sendProblem(response, 404, 'No such artifact.');
}

export function sendProblem(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ type: 'about:blank', status, detail, message: detail }));
}

export async function receiveImport(request: IncomingMessage): Promise<ReceivedImport> {
  const body = Buffer.concat(await request.toArray());
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  return { url: request.url ?? '', headers: request.headers, parts: partsOf(body, `--${boundary}`) };
}

function partsOf(body: Buffer, delimiter: string): { head: string; body: Buffer }[] {
  const starts: number[] = [];
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1)) starts.push(at);
  if (!body.subarray(starts.at(-1)).equals(Buffer.from(`${delimiter}--\r\n`)))
    throw new Error('no closing delimiter');
  return starts.slice(0, -1).map((start, index) => {
    const part = body.subarray(start + delimiter.length + 2, (starts[index + 1] ?? 0) - 2);
    const blank = part.indexOf('\r\n\r\n');
    return { head: part.toString('utf8', 0, blank), body: part.subarray(blank + 4) };
  });
}

export interface CommandRun {
  readonly exitCode: number;
  readonly output: string;
  readonly errorOutput: string;
}
export interface RunOptions {
  readonly url?: string;
  readonly password?: string;
  readonly input?: Buffer;
  readonly isTTY?: boolean;
  readonly signal?: AbortSignal;
  readonly stateFolder?: string;
  /** Environment settings that override the defaults of the test. */
  readonly environment?: Partial<CliEnvironment>;
}

/** Runs the CLI in this process. */
export async function runInProcess(words: readonly string[], options: RunOptions = {}): Promise<CommandRun> {
  const output = collector(false);
  const errorOutput = collector(options.isTTY ?? false);
  const input = new PassThrough();
  input.end(options.input);
  const environment: CliEnvironment = {
    url: options.url,
    user: undefined,
    password: options.password ?? PASSWORD,
    passwordFile: undefined,
    stateFolder: options.stateFolder,
    local: { port: '24610', configPort: '24620', dataFolder: '/nonexistent', running: undefined },
    hash: (password) => hashPassword(password, { logN: 4, r: 8, p: 1 }),
    ...options.environment,
  };
  const terminal = {
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    errorOutput: errorOutput as unknown as NodeJS.WriteStream,
  };
  const exitCode = await runCli(terminal, environment, words, options.signal ?? new AbortController().signal);
  return { exitCode, output: output.text(), errorOutput: errorOutput.text() };
}

function collector(isTTY: boolean) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return Object.assign(stream, { isTTY, columns: 120, text: () => text });
}
