// Formats sizes and job progress as text, and draws the progress line of a running job.
import { formatBytes } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';

/** Formats progress, for example `1,234 of 5,678 (21 %), 3.4 GB, 3 damaged, 45 MB/s`. Omits unknown values. */
export function formatProgress(
  { items, totalItems, bytes, totalBytes, counts }: Progress,
  bytesPerSecond?: number,
): string {
  const number = (value: number) => value.toLocaleString('en-GB');
  const percent = (share: number) => ` (${Math.floor(share * 100)} %)`;
  const ofItems = totalItems ? ` of ${number(totalItems)}${percent(items / totalItems)}` : '';
  const ofBytes = totalBytes ? ` of ${formatBytes(totalBytes)}${percent(bytes / totalBytes)}` : '';
  const words = [`${number(items)}${ofItems}`, `${formatBytes(bytes)}${ofBytes}`];
  for (const [name, count] of Object.entries(counts)) words.push(`${number(count)} ${name}`);
  if (bytesPerSecond !== undefined) words.push(`${formatBytes(bytesPerSecond)}/s`);
  return words.join(', ');
}

export interface ProgressLine {
  show(job: string, progress: Progress): void;
  close(): void;
}

export interface ProgressLineTools {
  nowMs(): number;
  readonly output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
}

const REDRAW_MS = 200;
const LINE_EVERY_MS = 10_000;

export function createProgressLine({ nowMs, output }: ProgressLineTools): ProgressLine {
  const startedMs = nowMs();
  let drawnMs = output.isTTY ? 0 : startedMs;
  let first: number | undefined;
  let drawn = false;
  return {
    show: (job, progress) => {
      // Bytes that an earlier, interrupted process has read do not count towards the rate.
      first ??= progress.bytes;
      const now = nowMs();
      if (now - drawnMs < (output.isTTY ? REDRAW_MS : LINE_EVERY_MS)) return;
      drawnMs = now;
      drawn = true;
      const seconds = (now - startedMs) / 1000;
      const rate = seconds > 0 ? (progress.bytes - first) / seconds : undefined;
      const words = `${job}: ${formatProgress(progress, rate)}`;
      output.write(output.isTTY ? `\r\x1b[K${words}` : `${words}\n`);
    },
    close: () => {
      if (drawn && output.isTTY) output.write('\r\x1b[K');
    },
  };
}
