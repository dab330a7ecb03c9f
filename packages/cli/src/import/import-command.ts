// The import command: some files at once, progress while they go, a summary, a report, and the exit code.

import {
  checkLogin,
  exitCodes,
  noProgress,
  openProgress,
  type Progress,
  RefusalError,
  type Service,
  type Source,
} from '@holdfast/cli-kit';
import type { RepositoryClient } from '@holdfast/client';
import type { ImportCommand } from './import-arguments.ts';
import { type FileImport, importFile, type Trouble } from './import-file.ts';
import type { Ledger } from './ledger.ts';
import { type FileReport, type ImportReport, newFileReport, writeReport } from './report.ts';
import { count, failedWords, filesWords, newTally, summaryWords, sumUp, type Tally } from './tally.ts';

export interface ImportTools {
  nowMs(): number;
  /** Milliseconds since 1970. */
  timeMs(): number;
  /** The result is written here: the summary, or the JSON lines. */
  readonly output: NodeJS.WriteStream;
  /** Progress and complaints are written here. */
  readonly errorOutput: NodeJS.WriteStream;
}

/** What is to be imported. */
export interface ImportFiles {
  readonly sources: readonly Source[];
  /** The ledger of a file that was found in a folder: what it names is passed over. Others have none. */
  ledgerOf(source: Source): Ledger | undefined;
  /** Files of the folders that are no archives by their names. */
  readonly others: number;
}

/** Files of folders that are sent at once, unless the caller says another number. */
const FOLDER_JOBS = 2;

/** Resolves to the exit code; every expected trouble has been told by then. Throws `UsageError`. */
export async function runImport(
  tools: ImportTools,
  service: Service<RepositoryClient>,
  files: ImportFiles,
  command: ImportCommand,
  signal: AbortSignal,
): Promise<number> {
  const complain = (words: string) => void tools.errorOutput.write(`${words}\n`);
  const startedAt = new Date(tools.timeMs()).toISOString();
  const reported = (reports: readonly FileReport[]) => {
    if (command.report === undefined) return;
    const finishedAt = new Date(tools.timeMs()).toISOString();
    const { namespace, auid } = command;
    const report: ImportReport = {
      startedAt,
      finishedAt,
      service: service.origin,
      namespace,
      auid,
      files: reports,
    };
    writeReport(command.report, report);
  };
  try {
    await checkLogin(service);
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    complain(error.message);
    return exitCodes.noService;
  }
  reported([]);
  const { sources } = files;
  const startedMs = tools.nowMs();
  const tally = newTally();
  const progress = command.quiet ? noProgress : openProgress(withOutput(tools), totalBytes(sources));
  const sent = { bytes: 0 };
  const { reports, troubles } = await importAll(
    fileImport({ tools, client: service.client, files, command, signal, tally, progress, sent }),
    sources,
    command.jobs ?? (files.sources.some((source) => files.ledgerOf(source)) ? FOLDER_JOBS : 1),
  ).finally(() => progress.close());
  reported(reports);
  const summary = () => [
    summaryWords(tally, sources.length, sent.bytes, tools.nowMs() - startedMs),
    ...filesWords(reports, files.others),
  ];
  tell(tools, command, () => summary().join('\n'), tally);
  for (const { words } of troubles) complain(words);
  const worst = Math.max(0, ...troubles.map(({ exitCode }) => exitCode));
  return worst > 0 ? worst : tally.ERROR > 0 ? exitCodes.recordFailed : exitCodes.fine;
}

interface Run {
  readonly tools: ImportTools;
  readonly client: RepositoryClient;
  readonly files: ImportFiles;
  readonly command: ImportCommand;
  readonly signal: AbortSignal;
  readonly tally: Tally;
  readonly progress: Progress;
  readonly sent: { bytes: number };
}

function fileImport({ tools, client, files, command, signal, tally, progress, sent }: Run): FileImport {
  return {
    client,
    command,
    signal,
    progress,
    ledgerOf: (source) => files.ledgerOf(source),
    sent(bytes) {
      sent.bytes += bytes;
      progress.sent(bytes);
    },
    judged(source, status) {
      count(tally, source.name, status);
      if (command.json) tools.output.write(`${JSON.stringify({ file: source.name, ...status })}\n`);
    },
    summedUp(source, summary) {
      sumUp(tally, summary);
      if (command.json) tools.output.write(`${JSON.stringify({ file: source.name, summary })}\n`);
    },
  };
}

/** So many at once, each taking the next one. What the next file would meet too ends all. */
async function importAll(
  run: FileImport,
  sources: readonly Source[],
  jobs: number,
): Promise<{ reports: FileReport[]; troubles: Trouble[] }> {
  const reports = sources.map(({ name, sizeBytes }) => newFileReport(name, sizeBytes));
  const troubles: Trouble[] = [];
  const left = sources.entries();
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (const [i, source] of left) {
        if (troubles.some(({ last }) => last)) return;
        const { report, trouble } = await importFile(run, source);
        reports[i] = report;
        if (trouble) troubles.push(trouble);
      }
    }),
  );
  return { reports, troubles };
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
