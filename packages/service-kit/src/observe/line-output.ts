// Lines on their way to a descriptor. Nothing that happens there ends the process or stops it for long: what a full disk, a
// closed pipe or a slow reader does not take is held up to a bound and tried again; lines beyond the bound are dropped and
// counted, and a line of its own says later how many are missing. Own code, because sonic-boom, which pino brings, does not
// say in the log where lines are missing.
import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

export interface LineOutput extends DestinationStream {
  /** Takes a line with its end. Never throws. */
  write(line: string): void;
  /** Writes what is held, as far as that goes; waits a second at most for a reader. Never throws. */
  flushSync(): void;
  /** Since the process began. */
  readonly droppedLines: number;
}

export interface LineOutputOptions {
  /** Names the log in `holdfast_log_lines_dropped_total`. */
  readonly name: string;
  /** Asked before every write, so that a file can be exchanged. When it throws, nothing can be written now. */
  descriptor(): number;
  /** The line, with its end, that stands where so many are missing. */
  missingLine(lines: number): string;
  /** After a write, lines wait so long for others. Default 0: no longer than a turn of the event loop. */
  readonly gatherMs?: number;
}

/** More than this leaves at once. */
const GATHERED_CHARACTERS = 8 * 1024;
/** Held while nothing can be written. */
const MOST_HELD_CHARACTERS = 1024 * 1024;
const RETRY_MS = 50;
const LAST_PATIENCE_MS = 1_000;

const outputs = new Map<string, Pick<LineOutput, 'droppedLines'>>();

/** Lines dropped by this process, by the name of the log. */
export function droppedLines(): Readonly<Record<string, number>> {
  return Object.fromEntries([...outputs].map(([name, output]) => [name, output.droppedLines]));
}

/** Has what somebody else dropped counted, too. */
export function countDropped(name: string, output: Pick<LineOutput, 'droppedLines'>): void {
  outputs.set(name, output);
}

/**
 * A line after a while of silence leaves with its turn of the event loop; those that come in quick succession leave in one
 * write, which under load costs noticeably less than one each.
 */
export function lineOutput(options: LineOutputOptions): LineOutput {
  const output = new HeldLines(options);
  outputs.set(options.name, output);
  return output;
}

class HeldLines implements LineOutput {
  readonly #options: LineOutputOptions;
  #lines: string[] = [];
  #heldCharacters = 0;
  /** What is left of the lines whose write was begun: a line is never torn. */
  #rest: Buffer = Buffer.alloc(0);
  /** Lines dropped that no line has told of yet. */
  #missing = 0;
  #due = false;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #failing = false;
  droppedLines = 0;

  constructor(options: LineOutputOptions) {
    this.#options = options;
  }

  write(line: string): void {
    // Once one is missing, all are until that is told: what is there is without further gaps.
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
    // It keeps no process alive: what is still held at its end is tried then.
    if (this.#failing) setTimeout(() => this.#flush(), RETRY_MS).unref();
  }

  /** Answers what went wrong. */
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
/** A busy service then writes fifty times a second, not once for each request. */
const GATHER_MS = 20;

let lines: LineOutput | undefined;

/** One for all logs of a process: it has one stdout, and ends once. */
export function stdoutLines(): LineOutput {
  lines ??= openLines();
  return lines;
}

function openLines(): LineOutput {
  const output = lineOutput({ name: 'service', descriptor: () => STDOUT, missingLine, gatherMs: GATHER_MS });
  process.on('exit', () => output.flushSync());
  return output;
}

function missingLine(dropped: number): string {
  const msg = 'log lines are missing here: they could not be written';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}
