// `holdfast migrate repository`: migrates the content of a LOCKSS repository, from its files or from its running
// service. Shows progress, and reports the content of source and target.
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  checkLogin,
  exitCodes,
  NO_PROGRESS,
  openProgress,
  type Progress,
  parseServiceUrl,
  RefusalError,
  type Service,
} from '@holdfast/cli-kit';
import type { RepositoryClient } from '@holdfast/client';
import { migrateNode } from '../node/migrate-node.ts';
import type { NodeSource } from '../node/node-client.ts';
import { migrateStore, openStore } from '../store/migrate-store.ts';
import { openMigrationProgress } from '../store/migration-progress.ts';
import { openTransferredArtifacts, type TransferredArtifacts } from '../transfer/brought-artifacts.ts';
import { type AuReport, type MigrationProblem, MigrationReport } from '../transfer/report.ts';
import type { AuReference } from '../transfer/target.ts';
import { isHttpAddress, type MigrateRepositoryCommand } from './migrate-arguments.ts';

export interface MigrateTools {
  nowMs(): number;
  now(): Date;
  /** Output for the result. */
  readonly output: NodeJS.WriteStream;
  /** Output for progress and error messages. */
  readonly errorOutput: NodeJS.WriteStream;
  /** Folder in which the state of migrations is stored between runs. */
  readonly stateFolder: string;
}

/**
 * Migrates a repository and returns the exit code. Reads from the running node `source`, or from the files of a store
 * if `source` is undefined. Throws `UsageError`.
 */
export async function runMigrateRepository(
  tools: MigrateTools,
  service: Service<RepositoryClient>,
  source: NodeSource | undefined,
  command: MigrateRepositoryCommand,
  signal: AbortSignal,
): Promise<number> {
  const { verify } = command;
  const from = toNames(command.from);
  // Only deletions need the list of transferred artifacts, and a mirror deletes nothing.
  const brought = command.isMirror
    ? NOTHING_BROUGHT
    : openTransferredArtifacts(...computeStateFolders(command, from, service.origin, tools.stateFolder));
  const head = { from, to: service.origin, verify, startedAt: tools.now().toISOString() };
  const others: MigrationProblem[] = [];
  let isComplete = false;
  let progress: Progress = NO_PROGRESS;
  try {
    await checkLogin(service);
    const store = source ? undefined : await openStore(command.from, signal);
    const report = new MigrationReport(head, command.report);
    if (!command.quiet)
      progress = openProgress(
        { nowMs: tools.nowMs, output: tools.errorOutput },
        store?.sizeBytes,
        'artifact',
      );
    const migration = {
      client: service.client,
      signal,
      verify,
      quarantine: command.quarantine,
      sent: (bytes: number) => progress.sent(bytes),
      spared: (bytes: number) => progress.spared(bytes),
      arrived: () => progress.record(),
      stored: (au: AuReference, uuid: string) => brought.add(au, uuid),
      brought,
      wants: createAuFilter(command),
      reported: (au: AuReport) => {
        report.add(au);
        if (command.json) tools.output.write(`${JSON.stringify(au)}\n`);
      },
    };
    try {
      if (store) {
        const ledger = openMigrationProgress(
          command.state ?? computeStateFolder(tools.stateFolder, from, service.origin),
        );
        others.push(...(await migrateStore({ ...migration, ledger }, store, command.jobs)));
      } else await migrateNode({ ...migration, source: source! }, command.jobs);
      isComplete = true;
    } finally {
      progress.close();
      brought.close();
      report.finish(others, isComplete, tools.now().toISOString());
    }
    printReport(tools, command, report);
    return report.isFine ? exitCodes.fine : exitCodes.recordFailed;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    tools.errorOutput.write(`${error.message}\n`);
    tools.errorOutput.write('Fix the problem and run the command again. Migrated artifacts are kept.\n');
    return exitCodes.noService;
  }
}

const NOTHING_BROUGHT: TransferredArtifacts = {
  has: () => false,
  add: () => undefined,
  close: () => undefined,
};

function createAuFilter({ namespaces, auids }: MigrateRepositoryCommand) {
  return (namespace: string, auid: string) =>
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    (auids.length === 0 || auids.includes(auid));
}

/** Returns absolute paths and normalized addresses, from which the names of state folders are derived. */
function toNames(from: readonly string[]): string[] {
  return from.map((one) => (isHttpAddress(one) ? parseServiceUrl(one).href : resolve(one)));
}

/**
 * Returns the state folder of this source, and the state folders of its aliases in --as. Each address in --as is one
 * alias. All folders in --as together are one alias.
 */
function computeStateFolders(
  { as, state }: MigrateRepositoryCommand,
  from: readonly string[],
  to: string,
  stateFolder: string,
): [own: string, others: string[]] {
  const toFolder = (names: readonly string[]) =>
    computeStateFolder(join(state ?? stateFolder, 'brought'), names, to);
  const folders = as.filter((one) => !isHttpAddress(one));
  const same = [...as.filter(isHttpAddress).map((one) => [one]), ...(folders.length > 0 ? [folders] : [])];
  return [toFolder(from), same.map((names) => toFolder(toNames(names)))];
}

/** Returns the state folder of a source and a target. The path does not depend on the working directory. */
function computeStateFolder(folder: string, from: readonly string[], to: string): string {
  const name = createHash('sha256')
    .update(JSON.stringify([[...from].sort(), to]))
    .digest('hex');
  return join(folder, name.slice(0, 32));
}

function printReport(
  { output, errorOutput }: MigrateTools,
  command: MigrateRepositoryCommand,
  report: MigrationReport,
) {
  if (command.quiet && report.isFine) return;
  const words = `${report.words(command).join('\n')}\n`;
  if (command.json) {
    output.write(`${JSON.stringify({ totals: report.totals })}\n`);
    errorOutput.write(words);
  } else (command.quiet ? errorOutput : output).write(words);
}
