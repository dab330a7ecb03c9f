// The import command: files one after the other, progress while they go, a summary, and the exit code.
import type { RepositoryClient } from '@holdfast/client';
import { checkLogin, RefusalError, type Service } from '../service/service.ts';
import { type Source, SourceError } from '../service/source.ts';
import { BrokenConnectionError, upload } from '../service/upload.ts';
import { countWords, printable } from '../terminal/format.ts';
import { noProgress, openProgress, type Progress } from '../terminal/progress.ts';
import type { ImportCommand } from './import-arguments.ts';
import { count, failedWords, newTally, recordsIn, summaryWords, type Tally } from './tally.ts';

export interface ImportTools {
  nowMs(): number;
  /** The result is written here: the summary, or the JSON lines. */
  readonly output: NodeJS.WriteStream;
  /** Progress and complaints are written here. */
  readonly errorOutput: NodeJS.WriteStream;
}

export const exitCodes = { fine: 0, recordFailed: 1, usage: 2, noService: 3, interrupted: 130 } as const;

/** Resolves to the exit code; every expected trouble has been told by then. */
export async function runImport(
  tools: ImportTools,
  service: Service<RepositoryClient>,
  sources: readonly Source[],
  command: ImportCommand,
  signal: AbortSignal,
): Promise<number> {
  const complain = (words: string) => void tools.errorOutput.write(`${words}\n`);
  try {
    await checkLogin(service);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    complain(error.message);
    return exitCodes.noService;
  }
  const startedMs = tools.nowMs();
  const tally = newTally();
  const progress = command.quiet ? noProgress : openProgress(withOutput(tools), totalBytes(sources));
  const run = { tools, client: service.client, command, signal, tally, progress, sentBytes: 0 };
  const troubles: Trouble[] = [];
  try {
    for (const source of sources) {
      const trouble = await importOne(run, source);
      if (trouble !== undefined) troubles.push(trouble);
      if (trouble?.last) break;
    }
  } finally {
    progress.close();
  }
  tell(
    tools,
    command,
    () => summaryWords(tally, sources.length, run.sentBytes, tools.nowMs() - startedMs),
    tally,
  );
  for (const { words } of troubles) complain(words);
  const worst = Math.max(0, ...troubles.map(({ exitCode }) => exitCode));
  return worst > 0 ? worst : tally.ERROR > 0 ? exitCodes.recordFailed : exitCodes.fine;
}

interface Run {
  readonly tools: ImportTools;
  readonly client: RepositoryClient;
  readonly command: ImportCommand;
  readonly signal: AbortSignal;
  readonly tally: Tally;
  readonly progress: Progress;
  sentBytes: number;
}
interface Trouble {
  readonly words: string;
  readonly exitCode: number;
  /** The next file would meet it too. */
  readonly last: boolean;
}

async function importOne(run: Run, source: Source): Promise<Trouble | undefined> {
  const { tools, client, command, signal, tally, progress } = run;
  const before = recordsIn(tally);
  const sent = (bytes: number) => {
    run.sentBytes += bytes;
    progress.sent(bytes);
  };
  try {
    for await (const status of upload(client, source, command, sent, signal)) {
      count(tally, source.name, status);
      progress.record();
      if (command.json) tools.output.write(`${JSON.stringify({ file: source.name, ...status })}\n`);
    }
    return undefined;
  } catch (error) {
    return troubleOf(error, source.name, recordsIn(tally) - before, signal);
  }
}

function troubleOf(error: unknown, file: string, acknowledged: number, signal: AbortSignal): Trouble {
  const kept =
    acknowledged === 0
      ? 'No record of it was acknowledged'
      : `${countWords(acknowledged, 'record')} of it ${acknowledged === 1 ? 'was' : 'were'} acknowledged and will stay as reported`;
  const again = `${kept}. The import can simply be repeated: what is there already will be reported as DUPLICATE.`;
  if (signal.aborted)
    return { words: `Stopped at ${file}. ${again}`, exitCode: exitCodes.interrupted, last: true };
  if (error instanceof RefusalError) {
    // Only a bad request is about this very file.
    const last = error.status !== 400;
    return { words: `${file}: ${printable(error.message)}`, exitCode: exitCodes.noService, last };
  }
  if (error instanceof SourceError) {
    return { words: `${error.message} ${again}`, exitCode: exitCodes.recordFailed, last: false };
  }
  if (error instanceof BrokenConnectionError) {
    const words = `${file}: the import was cut off (${printable(error.message)}). ${again}`;
    return { words, exitCode: exitCodes.noService, last: true };
  }
  throw error;
}

function tell(tools: ImportTools, command: ImportCommand, summary: () => string, tally: Tally): void {
  if (command.quiet) {
    for (const line of failedWords(tally)) if (line !== '') tools.errorOutput.write(`${line}\n`);
    return;
  }
  (command.json ? tools.errorOutput : tools.output).write(`${summary()}\n`);
}

function totalBytes(sources: readonly Source[]): number | undefined {
  let total = 0;
  for (const { sizeBytes } of sources) {
    if (sizeBytes === undefined) return undefined;
    total += sizeBytes;
  }
  return total;
}

const withOutput = ({ nowMs, errorOutput }: ImportTools) => ({ nowMs, output: errorOutput });
