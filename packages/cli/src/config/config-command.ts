// `holdfast config …`: reads and stores configuration files, and has the service read its sources again.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { failure, Refusal, type Service } from '../service.ts';
import { type Source, SourceTrouble } from '../source.ts';
import { UsageError } from '../usage-error.ts';
import { printable, sizeWords } from '../words.ts';
import type { ConfigWish, GetWish, PutWish, ReloadWish } from './config-arguments.ts';
import { ask, textOf } from './requests.ts';

export interface ConfigTools {
  /** For the file itself. */
  readonly output: NodeJS.WritableStream;
  /** For what is said about it. */
  readonly errorOutput: { write(text: string): unknown };
  randomId(): string;
  /** Throws `UsageError`. */
  source(file: string): Source;
}

export const configExitCodes = { fine: 0, refused: 1, noService: 3 } as const;

/** Resolves to the exit code; every expected trouble has been told by then. Throws `UsageError`. */
export async function runConfig(
  tools: ConfigTools,
  service: Service,
  wish: ConfigWish,
  signal: AbortSignal,
): Promise<number> {
  const say = (words: string): void => void tools.errorOutput.write(`${printable(words)}\n`);
  try {
    if (wish.action === 'get') await get(tools, service, wish, say, signal);
    else if (wish.action === 'put') await put(tools, service, wish, say, signal);
    else await reload(service, wish, say, signal);
    return configExitCodes.fine;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof SourceTrouble)) throw error;
    say(error.message);
    const about = error instanceof SourceTrouble || [400, 404, 412, 413].includes(error.status ?? 0);
    return about ? configExitCodes.refused : configExitCodes.noService;
  }
}

type Say = (words: string) => void;

async function get(
  { output, randomId }: ConfigTools,
  service: Service,
  { name, output: file }: GetWish,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const path = name.includes(':') ? `config/url?url=${encodeURIComponent(name)}` : pathOf(name);
  // Bytes as they are: a client that takes anything would do, but says so.
  const answer = await ask(service, {
    method: 'GET',
    path,
    headers: { accept: 'text/xml, text/plain, */*;q=0.1' },
    signal,
  });
  if (file === undefined) await pipeline(answer, output, { end: false, signal });
  else await intoFile(answer, file, randomId(), signal);
  say(`${name}: ${validators(answer)}.`);
}

/** Under its name only when it is whole. */
async function intoFile(
  answer: IncomingMessage,
  file: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${id}.part`;
  try {
    await pipeline(answer, createWriteStream(unfinished, { flags: 'wx' }), { signal });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    signal.throwIfAborted();
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code !== undefined && syscall !== undefined && syscall !== 'read')
      throw new UsageError(`${file} cannot be written (${code}).`);
    throw new Refusal(`The answer broke off: ${failure(error)}.`);
  }
}

async function put(
  { randomId, source }: ConfigTools,
  service: Service,
  { section, file, condition }: PutWish,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  const found = source(file);
  const boundary = `holdfast-${randomId()}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="configFile"; filename="configFile"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = found.sizeBytes === undefined ? undefined : head.length + found.sizeBytes + tail.length;
  const answer = await ask(service, {
    method: 'PUT',
    path: pathOf(section),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
      ...(condition === undefined ? {} : { [condition[0]]: condition[1] }),
    },
    body: form(found, head, tail),
    signal,
  });
  await textOf(answer);
  say(`${section} was stored and is in effect: ${validators(answer)}.`);
}

async function* form(source: Source, head: Buffer, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  let sizeBytes = 0;
  try {
    for await (const chunk of source.open() as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw new SourceTrouble(`${source.name} could not be read: ${failure(error)}.`);
  }
  if (source.sizeBytes !== undefined && sizeBytes !== source.sizeBytes) {
    throw new SourceTrouble(`${source.name} became shorter while it was read.`);
  }
  yield tail;
}

async function reload(service: Service, { wait }: ReloadWish, say: Say, signal: AbortSignal): Promise<void> {
  const before = await lastUpdate(service, signal);
  const answer = await ask(service, { method: 'PUT', path: 'config/reload', signal });
  await textOf(answer);
  if (!wait) {
    say('The service has begun to load plugins, configuration and titles.');
    return;
  }
  const asked = Number(answer.headers['x-load-number']);
  if (!Number.isInteger(asked))
    throw new Refusal('The service accepted it, but does not say when it has ended.');
  let now = await lastUpdate(service, signal);
  for (let pauseMs = 100; now.done < asked; pauseMs = Math.min(pauseMs * 1.5, 2_000)) {
    await sleep(pauseMs, undefined, { signal });
    now = await lastUpdate(service, signal);
  }
  say(
    now.time === before.time
      ? 'Loaded; nothing has changed.'
      : `Loaded; the configuration changed at ${now.time}.`,
  );
  const { reason } = JSON.parse(
    await textOf(await ask(service, { method: 'GET', path: 'status', signal })),
  ) as { reason?: string };
  if (reason !== undefined) say(`The service says: ${reason}`);
}

async function lastUpdate(service: Service, signal: AbortSignal): Promise<{ time: string; done: number }> {
  const answer = await ask(service, { method: 'GET', path: 'config/lastupdatetime', signal });
  return { time: JSON.parse(await textOf(answer)) as string, done: Number(answer.headers['x-loads-done']) };
}

const pathOf = (section: string): string => `config/file/${encodeURIComponent(section)}`;

function validators({ headers }: IncomingMessage): string {
  const size = headers['content-length'];
  const parts = [
    size === undefined || size === '0' ? undefined : sizeWords(Number(size)),
    `last changed ${headers['last-modified']}`,
    `tag ${headers.etag?.replaceAll('"', '')}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
