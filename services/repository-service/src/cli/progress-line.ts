// Shows how far a job is: one line that is drawn again on a terminal, now and then a line elsewhere. Opened and closed.
import type { Progress } from '../domain/job-progress.ts';
import { progressWords } from './words.ts';

export interface ProgressLine {
  show(job: string, progress: Progress): void;
  close(): void;
}

export interface LineTools {
  nowMs(): number;
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
}

const redrawMs = 200;
const lineEveryMs = 10_000;

export function progressLine({ nowMs, output }: LineTools): ProgressLine {
  const startedMs = nowMs();
  let drawnMs = output.isTTY ? 0 : startedMs;
  let first: number | undefined;
  let drawn = false;
  return {
    show: (job, progress) => {
      // A walk that goes on has bytes of an earlier run, which say nothing of the rate.
      first ??= progress.bytes;
      const now = nowMs();
      if (now - drawnMs < (output.isTTY ? redrawMs : lineEveryMs)) return;
      drawnMs = now;
      drawn = true;
      const seconds = (now - startedMs) / 1000;
      const rate = seconds > 0 ? (progress.bytes - first) / seconds : undefined;
      const words = `${job}: ${progressWords(progress, rate)}`;
      output.write(output.isTTY ? `\r\x1b[K${words}` : `${words}\n`);
    },
    close: () => {
      if (drawn && output.isTTY) output.write('\r\x1b[K');
    },
  };
}
