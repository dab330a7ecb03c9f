// `holdfast tdb check`: prints problems to standard output, and progress and a summary to standard error.
import { once } from 'node:events';
import { escapeControls, formatCount, NO_PROGRESS, openProgress, type Progress } from '@holdfast/cli-kit';
import { readSystemCode } from '@holdfast/service-kit/text';
import { findTitleFiles, formatWarning, type TdbWarning } from '@holdfast/tdb';
import {
  checkTitleFile,
  createTitleTally,
  openTitleFile,
  type TitleSource,
  type TitleTally,
} from './check.ts';
import type { TdbCommand } from './tdb-arguments.ts';

export interface TdbTools {
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: NodeJS.WritableStream;
  readonly errorOutput: NodeJS.WriteStream;
  nowMs(): number;
}

export const tdbExitCodes = { fine: 0, warned: 1, unreadable: 2 } as const;

/** Returns the exit code. Throws the abort reason of `signal`. */
export async function runTdb(tools: TdbTools, command: TdbCommand, signal: AbortSignal): Promise<number> {
  const tally = createTitleTally();
  const { files, sizeBytes, unreadable } = await findTitleSources(tools, command.paths, signal);
  for (const sentence of unreadable) printMessage(tools, sentence);
  const progress = command.quiet ? NO_PROGRESS : openProgress(toProgressOutput(tools), sizeBytes, 'AU');
  try {
    const watcher = createCheckObserver(tools, command, progress, signal);
    for (const file of files) {
      signal.throwIfAborted();
      await checkTitleFile(tally, file, watcher, signal).catch((error) => {
        const code = readSystemCode(error);
        if (code === undefined) throw error;
        unreadable.push(file.name);
        watcher.clear();
        printMessage(tools, `${file.name} cannot be read (${code}).`);
      });
    }
  } finally {
    progress.close();
  }
  if (!command.quiet) printMessage(tools, formatTitleSummary(tally));
  if (unreadable.length > 0) return tdbExitCodes.unreadable;
  return tally.warnings > 0 ? tdbExitCodes.warned : tdbExitCodes.fine;
}

async function findTitleSources(tools: TdbTools, paths: readonly string[], signal: AbortSignal) {
  const files: TitleSource[] = [];
  const unreadable: string[] = [];
  let sizeBytes: number | undefined = 0;
  for (const place of paths) {
    if (place === '-') {
      files.push({ name: 'standard input', format: 'tdb', open: () => tools.input });
      sizeBytes = undefined;
      continue;
    }
    for await (const found of findTitleFiles(place, signal)) {
      if ('why' in found) unreadable.push(`${found.path} ${found.why}.`);
      else {
        files.push({ name: found.path, format: found.format, open: () => openTitleFile(found.path) });
        if (sizeBytes !== undefined) sizeBytes += found.sizeBytes;
      }
    }
  }
  return { files, sizeBytes, unreadable };
}

function createCheckObserver(
  { output, errorOutput }: TdbTools,
  { json, quiet }: TdbCommand,
  progress: Progress,
  signal: AbortSignal,
) {
  const clearsLine = errorOutput.isTTY && !quiet;
  // Clears the progress bar before printing other output. The bar redraws itself later.
  const clear = () => clearsLine && errorOutput.write('\r\u001b[K');
  return {
    clear,
    async warnings(warnings: readonly TdbWarning[]) {
      clear();
      const lines = warnings.map((warning) =>
        json ? JSON.stringify(warning) : escapeControls(formatWarning(warning)),
      );
      const hasRoom = output.write(lines.map((line) => `${line}\n`).join(''));
      if (!hasRoom) await once(output, 'drain', { signal });
    },
    bytes: (count: number) => progress.sent(count),
    aus(count: number) {
      for (let n = 0; n < count; n++) progress.record();
    },
  };
}

function printMessage({ errorOutput }: TdbTools, sentence: string): void {
  errorOutput.write(`${escapeControls(sentence)}\n`);
}

function toProgressOutput({ nowMs, errorOutput }: TdbTools) {
  return { nowMs, output: errorOutput };
}

/** Returns a summary, for example `3 files, 12,519 AUs of 667 titles from 107 publishers: 2 warnings`. */
function formatTitleSummary({ files, aus, titles, publishers, warnings }: TitleTally): string {
  const found = `${formatCount(aus, 'AU')} of ${formatCount(titles.size, 'title')} from ${formatCount(publishers.size, 'publisher')}`;
  return `${formatCount(files, 'file')}, ${found}: ${warnings === 0 ? 'no warnings' : formatCount(warnings, 'warning')}`;
}
