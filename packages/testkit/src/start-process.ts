// Starts, monitors and stops programs under test.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { addCleanup } from './at-end.ts';
import { makeInheritedEnvironment } from './env.ts';
import { isRunning } from './is-running.ts';

export interface ProcessOptions {
  /** Additional environment variables. Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Standard input. Default: empty. */
  readonly input?: Readable;
  /** Called with each chunk of output. Unlike `output`, it receives the complete output. */
  readonly hears?: (text: string) => void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartedProcess {
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  /** Last 4 million characters of the process's output (stdout and stderr). */
  output(): string;
  /**
   * Resolves to the first match in past or future output. Rejects with the output if the process ends, or after
   * `timeoutMs`.
   */
  says(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Resolves when a GET request returns 2xx. Rejects with the output if the process ends, or after `timeoutMs`. */
  answers(url: string, timeoutMs?: number): Promise<void>;
  /** Sends a signal (default SIGTERM) and waits until the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<ProcessExit>;
  /** Sends a signal to the process group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Kills only the process itself, not its process group. */
  kill9(): Promise<void>;
}

const KEPT_CHARACTERS = 4_000_000;
const PATIENCE_MS = 60_000;

/** Starts a process in a new process group. The group is killed at the end of the test file. */
export async function startProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<StartedProcess> {
  const child = spawn(command, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...makeInheritedEnvironment(), ...options.env },
    detached: true,
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // Ignores errors, because the process may end before it has read all input.
  if (child.stdin && options.input) pipeline(options.input, child.stdin).catch(() => undefined);
  const exited = new Promise<ProcessExit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const output = collectOutput(child, options.hears);
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  const pid = child.pid!;
  // Kills the process group, unless the process has ended and another process has its ID.
  addCleanup(() => {
    if (!hasEnded(child) || !isRunning(pid)) sendTo(-pid, 'SIGKILL');
  });
  const until = <Found>(
    what: string,
    find: () => Promise<Found | undefined> | Found | undefined,
    timeoutMs: number,
  ) => poll({ what: `${command} ${args.join(' ')}: ${what}`, find, timeoutMs, child, exited, output });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!hasEnded(child)) sendTo(pid, signal);
    return exited;
  };
  return {
    pid,
    exited,
    output,
    says: (pattern, timeoutMs = PATIENCE_MS) =>
      until(`${pattern}`, () => pattern.exec(output()) ?? undefined, timeoutMs),
    answers: async (url, timeoutMs = PATIENCE_MS) => {
      await until(`an answer from ${url}`, () => isAnswered(url), timeoutMs);
    },
    stop,
    signalGroup: (signal) => sendTo(-pid, signal),
    kill9: async () => {
      await stop('SIGKILL');
    },
  };
}

function collectOutput(child: ChildProcess, hears?: (text: string) => void): () => string {
  let text = '';
  const keep = (chunk: string) => {
    text = (text + chunk).slice(-KEPT_CHARACTERS);
    hears?.(chunk);
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  return () => text;
}

interface PollOptions<Found> {
  readonly what: string;
  readonly find: () => Promise<Found | undefined> | Found | undefined;
  readonly timeoutMs: number;
  readonly child: ChildProcess;
  /** Resolves when the process has ended and all its output has been read. */
  readonly exited: Promise<unknown>;
  readonly output: () => string;
}

/** Maximum time to wait for the output of an ended process, because one of its children may keep the output open. */
const LAST_WORDS_MS = 5_000;

async function poll<Found>({
  what,
  find,
  timeoutMs,
  child,
  exited,
  output,
}: PollOptions<Found>): Promise<Found> {
  const deadline = performance.now() + timeoutMs;
  while (true) {
    const ended = hasEnded(child);
    if (ended) await Promise.race([exited, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    const found = await find();
    if (found !== undefined) return found;
    if (ended) throw new Error(`${what} did not come before it ended. It said:\n${output()}`);
    if (performance.now() > deadline)
      throw new Error(`${what} did not come in ${timeoutMs} ms. It said:\n${output()}`);
    await sleep(25);
  }
}

async function isAnswered(url: string): Promise<true | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return response.ok ? true : undefined;
  } catch {
    return undefined;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
