// Splits a request body into batches of lines. A batch ends when it is full or the client pauses, so that a slow client
// gets its results promptly. Lines above the size limit are discarded while they arrive.
import { Buffer } from 'node:buffer';

export interface ImportLine {
  /** Line number, starting at 1. */
  readonly number: number;
  /** Undefined if the line exceeds the size limit. */
  readonly bytes: Buffer | undefined;
}

export interface LineLimits {
  readonly lineBytes: number;
  readonly batchLines: number;
  readonly batchBytes: number;
  /** A batch ends if the client sends no data for this time, in milliseconds. */
  readonly pauseMs: number;
}

const NEWLINE = 0x0a;

/** Yields batches of lines. Skips empty lines, but counts them in line numbers. */
export async function* readLineBatches(
  body: AsyncIterable<Uint8Array>,
  limits: LineLimits,
): AsyncGenerator<readonly ImportLine[], void, undefined> {
  const chunks = body[Symbol.asyncIterator]();
  const lines = createLineCollector(limits);
  let next = chunks.next();
  for (;;) {
    const chunk = lines.isEmpty() ? await next : await raceWithPause(next, limits.pauseMs);
    if (chunk === 'pause') {
      yield lines.take();
      continue;
    }
    if (chunk.done === true) break;
    for (const batch of lines.add(Buffer.from(chunk.value))) yield batch;
    next = chunks.next();
  }
  lines.end();
  if (!lines.isEmpty()) yield lines.take();
}

async function raceWithPause<One>(promise: Promise<One>, pauseMs: number): Promise<One | 'pause'> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<'pause'>((resolve) => {
    timer = setTimeout(resolve, pauseMs, 'pause');
  });
  try {
    return await Promise.race([promise, pause]);
  } finally {
    clearTimeout(timer);
  }
}

function createLineCollector({ lineBytes, batchLines, batchBytes }: LineLimits) {
  let batch: ImportLine[] = [];
  let bytes = 0;
  let number = 1;
  let begun: Buffer[] = [];
  let begunBytes = 0;

  const hold = (piece: Buffer): void => {
    begunBytes += piece.length;
    if (begunBytes <= lineBytes) begun.push(piece);
    else begun = [];
  };
  const close = (): void => {
    const line = begunBytes > lineBytes ? undefined : Buffer.concat(begun);
    if (line === undefined || line.toString('latin1').trim() !== '') {
      batch.push({ number, bytes: line });
      bytes += line?.length ?? 0;
    }
    number += 1;
    [begun, begunBytes] = [[], 0];
  };
  const take = (): readonly ImportLine[] => {
    const taken = batch;
    [batch, bytes] = [[], 0];
    return taken;
  };
  return {
    take,
    isEmpty: () => batch.length === 0,
    *add(chunk: Buffer): Generator<readonly ImportLine[]> {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        hold(chunk.subarray(from, at));
        close();
        from = at + 1;
        if (batch.length >= batchLines || bytes >= batchBytes) yield take();
      }
      if (from < chunk.length) hold(chunk.subarray(from));
    },
    end: () => {
      if (begunBytes > 0) close();
    },
  };
}
