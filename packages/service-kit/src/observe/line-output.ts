// Writes lines to a file descriptor. A failed write neither ends nor blocks the process. Lines that a full disk, a
// closed pipe or a slow reader does not accept are buffered up to a limit and retried. Lines beyond the limit are
// dropped and counted, and a later line says how many are missing. sonic-boom, a dependency of pino, is not used,
// because it does not log where lines are missing.
import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

export interface LineOutput extends DestinationStream {
  /** Accepts a line including its line break. Never throws. */
  write(line: string): void;
  /** Writes the buffer as far as possible, waiting at most a second for a reader. Never throws. */
  flushSync(): void;
  /** Lines dropped since the process started. */
  readonly droppedLines: number;
}

export interface LineOutputOptions {
  /** Name of the log in `holdfast_log_lines_dropped_total`. */
  readonly name: string;
  /** Called before every write, so that a file can be replaced. If it throws, the write is retried later. */
  descriptor(): number;
  /** Returns the line that reports missing lines, including its line break. */
  missingLine(lines: number): string;
  /**
   * Time for which further lines are collected after a write, in milliseconds. Default 0: one turn of the event loop.
   */
  readonly gatherMs?: number;
}

/** A buffer of at least this many characters is written immediately. */
const GATHERED_CHARACTERS = 8 * 1024;
/** Maximum characters buffered while nothing can be written. */
const MOST_HELD_CHARACTERS = 1024 * 1024;
const RETRY_MS = 50;
const LAST_PATIENCE_MS = 1_000;

const outputs = new Map<string, Pick<LineOutput, 'droppedLines'>>();

/** Returns the lines dropped by this process, by log name. */
export function countDroppedLines(): Readonly<Record<string, number>> {
  return Object.fromEntries([...outputs].map(([name, output]) => [name, output.droppedLines]));
}

/** Adds the lines that `output` drops to the counts. */
export function includeDroppedLines(name: string, output: Pick<LineOutput, 'droppedLines'>): void {
  outputs.set(name, output);
}

/**
 * Creates an output. The first line after a pause is written within the same turn of the event loop. Lines in quick
 * succession are written together, which costs much less under load.
 */
export function createLineOutput(options: LineOutputOptions): LineOutput {
  const output = new HeldLines(options);
  outputs.set(options.name, output);
  return output;
}

class HeldLines implements LineOutput {
  readonly #options: LineOutputOptions;
  #lines: string[] = [];
  #heldCharacters = 0;
  /** Unwritten remainder of lines whose write has begun. It is always written, so that no line is truncated. */
  #rest: Buffer = Buffer.alloc(0);
  /** Number of dropped lines that have not been reported yet. */
  #missing = 0;
  #due = false;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #failing = false;
  droppedLines = 0;

  constructor(options: LineOutputOptions) {
    this.#options = options;
  }

  write(line: string): void {
    // Once a line is dropped, all following lines are dropped until the gap is reported. The log therefore has a single
    // gap at the reported position.
    if (this.#missing > 0 || this.#heldCharacters + line.length > MOST_HELD_CHARACTERS) {
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
    // The timer does not keep the process alive. Lines that are still buffered are written at exit.
    if (this.#failing) setTimeout(() => this.#flush(), RETRY_MS).unref();
  }

  /** Returns the error, if any. */
  #tryToFlush(): unknown {
    try {
      this.#writeHeld();
      if (this.#missing === 0) return undefined;
      this.#lines.push(this.#options.missingLine(this.#missing));
      this.#missing = 0;
      this.#writeHeld();
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #writeHeld(): void {
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
/** Limits a busy service to fifty writes a second instead of one per request. */
const GATHER_MS = 20;

let lines: LineOutput | undefined;

/** Returns the only output of the process for stdout. All logs share it. */
export function openStdoutLines(): LineOutput {
  lines ??= openLines();
  return lines;
}

function openLines(): LineOutput {
  const output = createLineOutput({
    name: 'service',
    descriptor: () => STDOUT,
    missingLine,
    gatherMs: GATHER_MS,
  });
  process.on('exit', () => output.flushSync());
  return output;
}

function missingLine(dropped: number): string {
  const msg = 'log lines are missing here: they could not be written';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}
