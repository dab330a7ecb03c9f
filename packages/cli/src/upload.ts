// One file → one import request: its bytes go out while the status lines come in. What is shown and counted is the
// caller's business.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importFrame, type MultipartFrame } from './multipart.ts';
import { failure, Refusal, refusal, type Service, startRequest } from './service.ts';
import { type Source, SourceTrouble } from './source.ts';
import { type ImportStatus, statusLines } from './status-lines.ts';

export interface UploadWish {
  readonly auid: string;
  readonly namespace?: string;
  readonly storeDuplicate: boolean;
  readonly excludeStatusPattern?: string;
}
export interface UploadWatcher {
  /** This many more bytes of the file were handed to the connection. */
  sent(bytes: number): void;
  /** A record was judged; when it is stored, it is durable. */
  status(status: ImportStatus): void;
}

/** The connection ended before the answer did: what was reported until then holds, the rest is unknown. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** Resolves when the whole answer is read. Throws `Refusal`, `Broken`, `SourceTrouble`, or the signal's reason. */
export async function upload(
  tools: { randomId(): string },
  service: Service,
  source: Source,
  wish: UploadWish,
  watcher: UploadWatcher,
  signal: AbortSignal,
): Promise<void> {
  const frame = importFrame(`holdfast-${tools.randomId()}`, wish.auid, source.fileName);
  const request = startRequest(service, 'POST', `archives${query(wish)}`, {
    'content-type': frame.contentType,
    accept: 'application/x-ndjson',
    ...bodyLength(source, frame),
  });
  const stop = () => request.destroy(new Error('stopped'));
  signal.addEventListener('abort', stop, { once: true });
  const file = source.open();
  let sourceTrouble: SourceTrouble | undefined;
  pipeline(body(source, file, frame, watcher), request).catch((error: unknown) => {
    // Everything else that can go wrong here also ends the answer, which tells it better.
    if (error instanceof SourceTrouble) sourceTrouble = error;
  });
  try {
    const answer = await answerTo(request);
    if (answer.statusCode !== 200) throw await refusal(answer);
    for await (const status of statusLines(answer)) watcher.status(status);
  } catch (error) {
    signal.throwIfAborted();
    if (sourceTrouble !== undefined) throw sourceTrouble;
    throw error instanceof Refusal ? error : new Broken(failure(error));
  } finally {
    signal.removeEventListener('abort', stop);
    // The answer may be complete before the file is: a refusal, or damage that cannot be crossed.
    if (!request.writableFinished) request.destroy();
    file.destroy();
  }
}

function query({ namespace, storeDuplicate, excludeStatusPattern }: UploadWish): string {
  const parameters = new URLSearchParams();
  if (namespace !== undefined) parameters.set('namespace', namespace);
  if (storeDuplicate) parameters.set('storeDuplicate', 'true');
  if (excludeStatusPattern !== undefined) parameters.set('excludeStatusPattern', excludeStatusPattern);
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function bodyLength({ sizeBytes }: Source, { head, tail }: MultipartFrame): Record<string, string | number> {
  if (sizeBytes === undefined) return { 'transfer-encoding': 'chunked' };
  return { 'content-length': head.length + sizeBytes + tail.length };
}

async function* body(source: Source, file: Readable, frame: MultipartFrame, watcher: UploadWatcher) {
  yield frame.head;
  let sentBytes = 0;
  try {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      sentBytes += chunk.length;
      yield chunk;
      watcher.sent(chunk.length);
    }
  } catch (error) {
    throw new SourceTrouble(`${source.name} could not be read: ${failure(error)}.`);
  }
  if (source.sizeBytes !== undefined && sentBytes !== source.sizeBytes) {
    throw new SourceTrouble(`${source.name} became shorter while it was read.`);
  }
  yield frame.tail;
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was cut')));
  });
}
