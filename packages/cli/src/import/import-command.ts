// `holdfast import`: sends files, shows progress, and prints a summary and a report.

import {
  checkLogin,
  exitCodes,
  type InputSource,
  NO_PROGRESS,
  openProgress,
  type Progress,
  RefusalError,
  type Service,
} from '@holdfast/cli-kit';
import type { RepositoryClient } from '@holdfast/client';
import type { ImportCommand } from './import-arguments.ts';
import { type FileImport, type ImportFailure, importFile } from './import-file.ts';
import type { ImportProgressFile } from './import-progress.ts';
import { createFileReport, type FileReport, type ImportReport, writeReport } from './report.ts';
import {
  addSummary,
  countRecord,
  createImportTally,
  formatFailedRecord,
  formatFileOutcomes,
  formatSummary,
  type ImportTally,
} from './tally.ts';

export interface ImportTools {
  nowMs(): number;
  /** Unix time in milliseconds. */
  timeMs(): number;
  /** Output for the summary or the JSON lines. */
  readonly output: NodeJS.WriteStream;
  /** Output for progress and error messages. */
  readonly errorOutput: NodeJS.WriteStream;
}

export interface ImportFiles {
  readonly sources: readonly InputSource[];
  /**
   * Returns the list of imported files that may contain the source. Returns undefined if the source was named as an
   * argument, because such a file is always sent.
   */
  ledgerOf(source: InputSource): ImportProgressFile | undefined;
  /** Number of files in folders that were skipped because they are not named like an archive. */
  readonly others: number;
}

/** Default number of concurrent uploads if at least one argument is a folder. */
const FOLDER_JOBS = 2;

/** Returns the exit code. Prints expected errors instead of throwing them, except `UsageError`. */
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
  const tally = createImportTally();
  const progress = command.quiet ? NO_PROGRESS : openProgress(toProgressOutput(tools), sumSizes(sources));
  const sent = { bytes: 0 };
  const { reports, troubles } = await importAll(
    createFileImport({ tools, client: service.client, files, command, signal, tally, progress, sent }),
    sources,
    command.jobs ?? (files.sources.some((source) => files.ledgerOf(source)) ? FOLDER_JOBS : 1),
  ).finally(() => progress.close());
  reported(reports);
  const summary = () => [
    formatSummary(tally, sources.length, sent.bytes, tools.nowMs() - startedMs),
    ...formatFileOutcomes(reports, files.others),
  ];
  printSummary(tools, command, () => summary().join('\n'), tally);
  for (const { words } of troubles) complain(words);
  const worst = Math.max(0, ...troubles.map(({ exitCode }) => exitCode));
  return worst > 0 ? worst : tally.ERROR > 0 ? exitCodes.recordFailed : exitCodes.fine;
}

interface ImportContext {
  readonly tools: ImportTools;
  readonly client: RepositoryClient;
  readonly files: ImportFiles;
  readonly command: ImportCommand;
  readonly signal: AbortSignal;
  readonly tally: ImportTally;
  readonly progress: Progress;
  readonly sent: { bytes: number };
}

function createFileImport({
  tools,
  client,
  files,
  command,
  signal,
  tally,
  progress,
  sent,
}: ImportContext): FileImport {
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
      countRecord(tally, source.name, status);
      if (command.json) tools.output.write(`${JSON.stringify({ file: source.name, ...status })}\n`);
    },
    summedUp(source, summary) {
      addSummary(tally, summary);
      if (command.json) tools.output.write(`${JSON.stringify({ file: source.name, summary })}\n`);
    },
  };
}

/** Imports the files, `jobs` at a time. Stops after a failure that would affect all other files as well. */
async function importAll(
  run: FileImport,
  sources: readonly InputSource[],
  jobs: number,
): Promise<{ reports: FileReport[]; troubles: ImportFailure[] }> {
  const reports = sources.map(({ name, sizeBytes }) => createFileReport(name, sizeBytes));
  const troubles: ImportFailure[] = [];
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

function printSummary(
  tools: ImportTools,
  command: ImportCommand,
  summary: () => string,
  tally: ImportTally,
): void {
  if (command.quiet) {
    for (const line of formatFailedRecord(tally)) if (line !== '') tools.errorOutput.write(`${line}\n`);
    return;
  }
  (command.json ? tools.errorOutput : tools.output).write(`${summary()}\n`);
}

function sumSizes(sources: readonly InputSource[]): number | undefined {
  let total = 0;
  for (const { sizeBytes } of sources) {
    if (sizeBytes === undefined) return undefined;
    total += sizeBytes;
  }
  return total;
}

const toProgressOutput = ({ nowMs, errorOutput }: ImportTools) => ({ nowMs, output: errorOutput });
