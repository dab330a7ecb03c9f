// Shows the progress of a transfer: a progress bar on a terminal, otherwise a line every 10 seconds.
import cliProgress from 'cli-progress';
import { formatProgress } from './format.ts';

export interface Progress {
  sent(bytes: number): void;
  /** Subtracts skipped bytes from the total. */
  spared(bytes: number): void;
  record(): void;
  close(): void;
}
export interface ProgressTools {
  nowMs(): number;
  readonly output: NodeJS.WriteStream;
}

const REDRAW_MS = 200;
const LINE_EVERY_MS = 10_000;
/** Time constant of the rate's exponential smoothing, in milliseconds. */
const RATE_WINDOW_MS = 5_000;

export const NO_PROGRESS: Progress = { sent() {}, spared() {}, record() {}, close() {} };

/** Opens the progress display. `thing` is the singular noun for the counted items. */
export function openProgress(
  { nowMs, output }: ProgressTools,
  totalBytes: number | undefined,
  thing = 'record',
): Progress {
  const started = nowMs();
  const state = { sentBytes: 0, records: 0 };
  let leftTotalBytes = totalBytes;
  const rate = createRateMeter(started);
  const view = () => ({
    ...state,
    bytesPerSecond: rate(nowMs(), state.sentBytes),
    ...(leftTotalBytes === undefined ? {} : { totalBytes: leftTotalBytes }),
  });
  const screen = output.isTTY
    ? openBar(output, totalBytes, () => formatProgress(view(), thing))
    : openLines(output, () => formatProgress(view(), thing));
  return {
    sent(bytes) {
      state.sentBytes += bytes;
      screen.moved(state.sentBytes);
    },
    spared(bytes) {
      if (leftTotalBytes === undefined) return;
      leftTotalBytes -= bytes;
      screen.total(leftTotalBytes);
    },
    record() {
      state.records += 1;
    },
    close: () => screen.close(),
  };
}

interface ProgressDisplay {
  moved(sentBytes: number): void;
  total(bytes: number): void;
  close(): void;
}

function openBar(
  output: NodeJS.WriteStream,
  totalBytes: number | undefined,
  words: () => string,
): ProgressDisplay {
  const bar = new cliProgress.SingleBar({
    stream: output,
    fps: 1000 / REDRAW_MS,
    clearOnComplete: true,
    hideCursor: true,
    linewrap: false,
    format: (options, { progress }) =>
      totalBytes === undefined
        ? words()
        : `${cliProgress.Format.BarFormat(progress, options)} ${String(Math.floor(progress * 100)).padStart(3)} %  ${words()}`,
    barsize: 24,
    barCompleteChar: '█',
    barIncompleteChar: '░',
  });
  bar.start(Math.max(totalBytes ?? 1, 1), 0);
  return {
    moved: (sentBytes) => bar.update(totalBytes === undefined ? 0 : sentBytes),
    total: (bytes) => bar.setTotal(Math.max(bytes, 1)),
    close: () => bar.stop(),
  };
}

function openLines(output: NodeJS.WriteStream, words: () => string): ProgressDisplay {
  const timer = setInterval(() => output.write(`${words()}\n`), LINE_EVERY_MS);
  timer.unref();
  return { moved() {}, total() {}, close: () => clearInterval(timer) };
}

/** Returns a function that computes the smoothed rate, in bytes per second. */
function createRateMeter(startedMs: number): (nowMs: number, bytes: number) => number {
  let last = { ms: startedMs, bytes: 0 };
  let smooth: number | undefined;
  return (nowMs, bytes) => {
    const elapsedMs = nowMs - last.ms;
    if (elapsedMs < REDRAW_MS / 2) return smooth ?? 0;
    const current = ((bytes - last.bytes) / elapsedMs) * 1000;
    const weight = 1 - Math.exp(-elapsedMs / RATE_WINDOW_MS);
    smooth = smooth === undefined ? current : smooth + (current - smooth) * weight;
    last = { ms: nowMs, bytes };
    return smooth;
  };
}
