// `holdfast tdb check …`: what is wrong on standard output, how far it is and what it came to on standard error.
import { once } from 'node:events';
import { countWords, noProgress, openProgress, type Progress, printable } from '@holdfast/cli-kit';
import { systemCode } from '@holdfast/service-kit/text';
import { findTitleFiles, formatWarning, type TdbWarning } from '@holdfast/tdb';
import { type CheckedFile, check, newTally, openFile, type Tally } from './check.ts';
import type { TdbCommand } from './tdb-arguments.ts';

export interface TdbTools {
  readonly input: AsyncIterable<Uint8Array>;
  readonly output: NodeJS.WritableStream;
  readonly errorOutput: NodeJS.WriteStream;
  nowMs(): number;
}

export const tdbExitCodes = { fine: 0, warned: 1, unreadable: 2 } as const;

/** Resolves to the exit code; throws when `signal` aborts. */
export async function runTdb(tools: TdbTools, command: TdbCommand, signal: AbortSignal): Promise<number> {
  const tally = newTally();
  const { files, sizeBytes, unreadable } = await filesOf(tools, command.places, signal);
  for (const sentence of unreadable) say(tools, sentence);
  const progress = command.quiet ? noProgress : openProgress(forErrors(tools), sizeBytes, 'AU');
  try {
    const watcher = watcherOf(tools, command, progress, signal);
    for (const file of files) {
      signal.throwIfAborted();
      await check(tally, file, watcher, signal).catch((error) => {
        const code = systemCode(error);
        if (code === undefined) throw error;
        unreadable.push(file.name);
        watcher.clear();
        say(tools, `${file.name} cannot be read (${code}).`);
      });
    }
  } finally {
    progress.close();
  }
  if (!command.quiet) say(tools, summaryWords(tally));
  if (unreadable.length > 0) return tdbExitCodes.unreadable;
  return tally.warnings > 0 ? tdbExitCodes.warned : tdbExitCodes.fine;
}

async function filesOf(tools: TdbTools, places: readonly string[], signal: AbortSignal) {
  const files: CheckedFile[] = [];
  const unreadable: string[] = [];
  let sizeBytes: number | undefined = 0;
  for (const place of places) {
    if (place === '-') {
      files.push({ name: 'standard input', format: 'tdb', open: () => tools.input });
      sizeBytes = undefined;
      continue;
    }
    for await (const found of findTitleFiles(place, signal)) {
      if ('why' in found) unreadable.push(`${found.path} ${found.why}.`);
      else {
        files.push({ name: found.path, format: found.format, open: () => openFile(found.path) });
        if (sizeBytes !== undefined) sizeBytes += found.sizeBytes;
      }
    }
  }
  return { files, sizeBytes, unreadable };
}

function watcherOf(
  { output, errorOutput }: TdbTools,
  { json, quiet }: TdbCommand,
  progress: Progress,
  signal: AbortSignal,
) {
  const clearsLine = errorOutput.isTTY && !quiet;
  // A progress bar draws itself anew soon enough.
  const clear = () => clearsLine && errorOutput.write('\r\u001b[K');
  return {
    clear,
    async warnings(warnings: readonly TdbWarning[]) {
      clear();
      const lines = warnings.map((warning) =>
        json ? JSON.stringify(warning) : printable(formatWarning(warning)),
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

function say({ errorOutput }: TdbTools, sentence: string): void {
  errorOutput.write(`${printable(sentence)}\n`);
}

function forErrors({ nowMs, errorOutput }: TdbTools) {
  return { nowMs, output: errorOutput };
}

/** `3 files, 12,519 AUs of 667 titles from 107 publishers: 2 warnings` */
function summaryWords({ files, aus, titles, publishers, warnings }: Tally): string {
  const found = `${countWords(aus, 'AU')} of ${countWords(titles.size, 'title')} from ${countWords(publishers.size, 'publisher')}`;
  return `${countWords(files, 'file')}, ${found}: ${warnings === 0 ? 'no warnings' : countWords(warnings, 'warning')}`;
}
