// Service log: one JSON object per line on stdout, by pino. http-kit (requests.ts) defines the lines of requests.
//
// `createLineOutput` writes the lines of all logs to a file descriptor. A failed write neither ends nor blocks the
// process: if the disk is full, the pipe is closed or the reader is slow, lines are buffered and retried. When the
// buffer is full, lines are dropped, and a later line reports their number. This output replaces sonic-boom (pino's
// default), which does not report dropped lines.

import { writeSync } from 'node:fs';
import { types } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Creates the log. `destination` replaces stdout in tests. */
export function createLog(options: {
  readonly service: string;
  readonly level?: LogLevel;
  /** Number of the worker that writes the log. */
  readonly worker?: number | undefined;
  readonly destination?: DestinationStream;
}): Log {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service, ...(options.worker !== undefined && { worker: options.worker }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: removeSecrets },
    serializers: { err: describeError },
  };
  return pino(settings, options.destination ?? openStdoutLines());
}

const secretNames = new Set(['password', 'secret', 'authorization', 'cookie']);

/**
 * Redacts secrets in a log line and in the objects directly in it. pino's own redaction copies every line several
 * times, which would take most of the time of a small request.
 */
export function removeSecrets(line: Record<string, unknown>): Record<string, unknown> {
  let clean = line;
  for (const name of Object.keys(line)) {
    const value = line[name];
    const cleaned = secretNames.has(name) && value !== undefined ? '…' : removeNestedSecrets(value);
    if (cleaned === value) continue;
    if (clean === line) clean = { ...line };
    clean[name] = cleaned;
  }
  return clean;
}

function removeNestedSecrets(value: unknown): unknown {
  if (!isPlainObject(value) || !Object.keys(value).some((name) => secretNames.has(name))) return value;
  const masked = ([name, inner]: [string, unknown]) => [name, secretNames.has(name) ? '…' : inner];
  return Object.fromEntries(Object.entries(value).map(masked));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !types.isNativeError(value) && !Array.isArray(value);
}

/**
 * Returns name, message, code, stack and causes of an error. Omits its other properties, because drivers store rows,
 * requests and credentials there.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!types.isNativeError(error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  const deeper = cause === undefined || depth >= 4 ? undefined : describeError(cause, depth + 1);
  return { type: name, message, code: code === undefined ? undefined : String(code), stack, cause: deeper };
}

export interface LineOutput extends DestinationStream {
  /** Writes a line, which ends in a line break. Never throws. */
  write(line: string): void;
  /** Writes as much of the buffer as possible. Waits up to a second for a slow reader. Never throws. */
  flushSync(): void;
  /** Number of lines dropped since the process started. */
  readonly droppedLines: number;
}

export interface LineOutputOptions {
  /** Value of the label of the metric `holdfast_log_lines_dropped_total`. */
  readonly name: string;
  /** Returns the file descriptor. Called before every write, to allow rotation. If it throws, the write is retried. */
  descriptor(): number;
  /** Returns a line, with its line break, that reports the number of missing lines. */
  missingLine(lines: number): string;
  /**
   * Time for which lines are collected before the next write, in milliseconds. Default 0: one turn of the event loop.
   */
  readonly gatherMs?: number;
}

/** Number of buffered characters that triggers an immediate write. */
const GATHERED_CHARACTERS = 8 * 1024;
/** Maximum number of characters that are buffered while writes fail. */
const MAX_HELD_CHARACTERS = 1024 * 1024;
const RETRY_MS = 50;
const LAST_PATIENCE_MS = 1_000;

const outputs = new Map<string, Pick<LineOutput, 'droppedLines'>>();

/** Returns the number of lines dropped by this process, by log name. */
export function countDroppedLines(): Readonly<Record<string, number>> {
  return Object.fromEntries([...outputs].map(([name, output]) => [name, output.droppedLines]));
}

/** Includes the dropped lines of `output` in `countDroppedLines`. */
export function includeDroppedLines(name: string, output: Pick<LineOutput, 'droppedLines'>): void {
  outputs.set(name, output);
}

/**
 * Creates an output. Writes the first line after a pause in the same turn of the event loop. Collects lines that follow
 * quickly, and writes them together to reduce the load.
 */
export function createLineOutput(options: LineOutputOptions): LineOutput {
  const output = new BufferedLines(options);
  outputs.set(options.name, output);
  return output;
}

class BufferedLines implements LineOutput {
  readonly #options: LineOutputOptions;
  #lines: string[] = [];
  #heldCharacters = 0;
  /** Unwritten rest of a line. It is never dropped, because the line would be truncated. */
  #rest: Buffer = Buffer.alloc(0);
  /** Number of dropped lines that no line has reported yet. */
  #missing = 0;
  #due = false;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #failing = false;
  droppedLines = 0;

  constructor(options: LineOutputOptions) {
    this.#options = options;
  }

  write(line: string): void {
    // After dropping a line, drops all lines until a line has reported their number. The log then has only one gap, at
    // the position of this report.
    if (this.#missing > 0 || this.#heldCharacters + line.length > MAX_HELD_CHARACTERS) {
      this.#missing += 1;
      this.droppedLines += 1;
    } else {
      this.#lines.push(line);
      this.#heldCharacters += line.length;
    }
    if (this.#failing) return;
    if (this.#heldCharacters >= GATHERED_CHARACTERS) this.#flush();
    else if (!this.#due) this.#flushLater();
  }

  #flushLater(): void {
    const { gatherMs = 0 } = this.#options;
    const flush = () => {
      this.#due = false;
      if (!this.#failing) this.#flush();
    };
    this.#due = true;
    const waitMs = this.#writtenMs + gatherMs - performance.now();
    if (waitMs > 0) setTimeout(flush, waitMs);
    else setImmediate(flush);
  }

  flushSync(): void {
    const deadlineMs = performance.now() + LAST_PATIENCE_MS;
    for (;;) {
      const error = this.#tryToFlush();
      if ((error as NodeJS.ErrnoException | undefined)?.code !== 'EAGAIN') return;
      if (performance.now() >= deadlineMs) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }

  #flush(): void {
    this.#failing = this.#tryToFlush() !== undefined;
    // The timer does not keep the process alive. Remaining lines are written at exit.
    if (this.#failing) setTimeout(() => this.#flush(), RETRY_MS).unref();
  }

  /** Writes the buffered lines. Returns the error if writing fails. */
  #tryToFlush(): unknown {
    try {
      this.#writeBuffered();
      if (this.#missing === 0) return undefined;
      this.#lines.push(this.#options.missingLine(this.#missing));
      this.#missing = 0;
      this.#writeBuffered();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #writeBuffered(): void {
    if (this.#lines.length > 0) {
      const lines = Buffer.from(this.#lines.join(''));
      this.#rest = this.#rest.length === 0 ? lines : Buffer.concat([this.#rest, lines]);
      this.#lines = [];
    }
    while (this.#rest.length > 0) {
      const written = writeSync(this.#options.descriptor(), this.#rest);
      this.#rest = this.#rest.subarray(written);
    }
    this.#heldCharacters = 0;
    this.#writtenMs = performance.now();
  }
}

const STDOUT = 1;
/** Limits a busy service to fifty writes per second, instead of one per request. */
const GATHER_MS = 20;

let lines: LineOutput | undefined;

/** Returns the output to stdout, which all logs of the process must share. */
export function openStdoutLines(): LineOutput {
  lines ??= openLines();
  return lines;
}

function openLines(): LineOutput {
  const output = createLineOutput({
    name: 'service',
    descriptor: () => STDOUT,
    missingLine: formatMissingLine,
    gatherMs: GATHER_MS,
  });
  process.on('exit', () => output.flushSync());
  return output;
}

function formatMissingLine(dropped: number): string {
  const msg = 'log lines are missing here: they could not be written';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}
