// Downloads a large response to a file, and resumes an interrupted download. An incomplete download consists of
// FILE.part with the data and FILE.part.tag with the ETag.
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '@holdfast/cli-kit';
import { type CallOptions, describeSystemError, ServiceError } from '@holdfast/client';
import { readSystemCode } from '@holdfast/service-kit/text';

export interface RangeHeaders {
  readonly Range?: string;
  readonly 'If-Range'?: string;
}

export interface DownloadSource {
  /** Requests the whole file or a range of it. */
  ask(
    headers: RangeHeaders,
    options: CallOptions,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: IncomingMessage }>;
  /** Called when `bytes` more bytes were written to the file. */
  onBytes(bytes: number, totalBytes: number): void;
  /** Called once if the service must first prepare the file. */
  onWait(): void;
}

/** Numbers of items that the export omits because they are damaged. */
export interface OmissionCounts {
  readonly artifacts: number;
  /** Number of exported artifacts whose companion records (request, metadata) are missing because they are damaged. */
  readonly companions: number;
  /** Number of omitted records that belong to no artifact. */
  readonly records: number;
}

export interface DownloadResult {
  readonly sizeBytes: number;
  readonly leftOut: OmissionCounts;
}

/** Number of consecutive connections that may fail without delivering a byte. After one more, the download fails. */
const MAX_FAILURES = 5;
const PAUSE_MS = 1_000;

/**
 * Downloads to the file and resumes after connection failures. Rejects with ServiceError, with the signal's abort
 * reason, or with UsageError if the file cannot be written.
 */
export async function downloadFile(
  file: string,
  from: DownloadSource,
  signal: AbortSignal,
): Promise<DownloadResult> {
  const unfinished = { file: `${file}.part`, tagFile: `${file}.part.tag` };
  let cuts = 0;
  let waits = 0;
  for (;;) {
    const before = await readFileSize(unfinished.file);
    try {
      const done = await downloadOnce(unfinished, from, signal);
      await rename(unfinished.file, file);
      await rm(unfinished.tagFile, { force: true });
      return done;
    } catch (error) {
      signal.throwIfAborted();
      if (isFileError(error)) throw new UsageError(`${file} cannot be written (${readSystemCode(error)}).`);
      const pauseMs = error instanceof ServiceError && error.status === 503 ? error.retryAfterMs : undefined;
      if (pauseMs !== undefined) {
        waits += 1;
        if (waits === 1) from.onWait();
      } else if (error instanceof ServiceError && error.status !== undefined) {
        throw error;
      } else {
        cuts = (await readFileSize(unfinished.file)) > before ? 0 : cuts + 1;
        if (cuts === MAX_FAILURES) throw wrapAsServiceError(error);
      }
      await sleep(pauseMs ?? PAUSE_MS, undefined, { signal });
    }
  }
}

interface PartialDownload {
  readonly file: string;
  readonly tagFile: string;
}

async function downloadOnce(
  { file, tagFile }: PartialDownload,
  { ask, onBytes }: DownloadSource,
  signal: AbortSignal,
): Promise<DownloadResult> {
  const tag = await readFile(tagFile, 'utf8').catch(() => undefined);
  const have = tag === undefined ? 0 : await readFileSize(file);
  const headers = have > 0 && tag !== undefined ? { Range: `bytes=${have}-`, 'If-Range': tag } : {};
  let head: IncomingHttpHeaders = {};
  const onAnswer: CallOptions['onAnswer'] = (answer) => {
    head = answer.headers;
  };
  const answer = await ask(headers, { signal, onAnswer }).catch((error: unknown) => {
    // A 416 response (range not satisfiable) with this length means that the file is already complete.
    const isWhole = error instanceof ServiceError && error.status === 416;
    if (isWhole && head['content-range'] === `bytes */${have}`) return undefined;
    if (isWhole) return rm(tagFile, { force: true }).then(() => Promise.reject(createOverlengthError()));
    throw error;
  });
  if (!answer) return { sizeBytes: have, leftOut: { artifacts: 0, companions: 0, records: 0 } };
  const start = answer.status === 206 ? have : 0;
  const totalBytes = start + Number(answer.headers['content-length']);
  if (start === 0) {
    await rm(tagFile, { force: true });
    await writeFile(tagFile, answer.headers.etag ?? '');
  }
  onBytes(start, totalBytes);
  const handle = await open(file, start === 0 ? 'w' : 'a');
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      await handle.appendFile(chunk);
      onBytes(chunk.length, totalBytes);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const leftOut = {
    artifacts: Number(answer.headers['x-export-left-out'] ?? 0),
    companions: Number(answer.headers['x-export-companions-left-out'] ?? 0),
    records: Number(answer.headers['x-export-records-left-out'] ?? 0),
  };
  return { sizeBytes: totalBytes, leftOut };
}

function createOverlengthError(): Error {
  return new Error('the local part is longer than the file of the service');
}

async function readFileSize(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** Returns whether the error concerns the local file. All other errors concern the connection. */
function isFileError(error: unknown): boolean {
  const { syscall } = error as NodeJS.ErrnoException;
  return (
    syscall !== undefined &&
    ['open', 'write', 'rename', 'fsync'].includes(syscall) &&
    !(error instanceof ServiceError)
  );
}

function wrapAsServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const cause = new Error(describeSystemError(error), { cause: error });
  return new ServiceError('GET /exports/{fileName}', {}, { cause });
}
