// The command that takes over the content of an existing node's repository: from its files or from its service, with
// progress while it goes, a report of both sides, and the exit code.
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  checkLogin,
  exitCodes,
  noProgress,
  openProgress,
  type Progress,
  RefusalError,
  type Service,
  serviceUrl,
} from '@holdfast/cli-kit';
import type { RepositoryClient } from '@holdfast/client';
import { migrateNode } from '../node/migrate-node.ts';
import type { NodeSource } from '../node/node-client.ts';
import { openMigrationLedger } from '../store/ledger.ts';
import { migrateStore, openStore } from '../store/migrate-store.ts';
import { openBrought } from '../transfer/brought.ts';
import { type AuReport, MigrationReport, type Problem } from '../transfer/report.ts';
import type { Au } from '../transfer/target.ts';
import { isAddress, type MigrateRepositoryCommand } from './migrate-arguments.ts';

export interface MigrateTools {
  nowMs(): number;
  now(): Date;
  /** The result is written here. */
  readonly output: NodeJS.WriteStream;
  /** Progress and complaints are written here. */
  readonly errorOutput: NodeJS.WriteStream;
  /** Folder of what is remembered of migrations. */
  readonly stateFolder: string;
}

/** `source`: the node that is left; undefined when its files are read. Resolves to the exit code. Throws `UsageError`. */
export async function runMigrateRepository(
  tools: MigrateTools,
  service: Service<RepositoryClient>,
  source: NodeSource | undefined,
  command: MigrateRepositoryCommand,
  signal: AbortSignal,
): Promise<number> {
  const { verify } = command;
  const from = namesOf(command.from);
  const brought = openBrought(...broughtFolders(command, from, service.origin, tools.stateFolder));
  const head = { from, to: service.origin, verify, startedAt: tools.now().toISOString() };
  const others: Problem[] = [];
  let isComplete = false;
  let progress: Progress = noProgress;
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
      stored: (au: Au, uuid: string) => brought.add(au, uuid),
      brought,
      wants: wanted(command),
      reported: (au: AuReport) => {
        report.add(au);
        if (command.json) tools.output.write(`${JSON.stringify(au)}\n`);
      },
    };
    try {
      if (store) {
        const ledger = openMigrationLedger(
          command.state ?? stateFolderOf(tools.stateFolder, from, service.origin),
        );
        others.push(...(await migrateStore({ ...migration, ledger }, store, command.jobs)));
      } else await migrateNode({ ...migration, source: source! }, command.jobs);
      isComplete = true;
    } finally {
      progress.close();
      brought.close();
      report.finish(others, isComplete, tools.now().toISOString());
    }
    tell(tools, command, report);
    return report.isFine ? exitCodes.fine : exitCodes.recordFailed;
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    tools.errorOutput.write(`${error.message}\n`);
    tools.errorOutput.write('Run it again when that is mended: what is here already stays.\n');
    return exitCodes.noService;
  }
}

function wanted({ namespaces, auids }: MigrateRepositoryCommand) {
  return (namespace: string, auid: string) =>
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    (auids.length === 0 || auids.includes(auid));
}

/** Returns the keys under which sources are remembered. */
function namesOf(from: readonly string[]): string[] {
  return from.map((one) => (isAddress(one) ? serviceUrl(one).href : resolve(one)));
}

/** Of this source; and of those that are said to be the same: addresses one by one, folders as one store. */
function broughtFolders(
  { as, state }: MigrateRepositoryCommand,
  from: readonly string[],
  to: string,
  stateFolder: string,
): [own: string, others: string[]] {
  const folderOf = (names: readonly string[]) =>
    stateFolderOf(join(state ?? stateFolder, 'brought'), names, to);
  const folders = as.filter((one) => !isAddress(one));
  const same = [...as.filter(isAddress).map((one) => [one]), ...(folders.length > 0 ? [folders] : [])];
  return [folderOf(from), same.map((names) => folderOf(namesOf(names)))];
}

/** The folder is the same for the same source and target, wherever it is run. */
function stateFolderOf(folder: string, from: readonly string[], to: string): string {
  const name = createHash('sha256')
    .update(JSON.stringify([[...from].sort(), to]))
    .digest('hex');
  return join(folder, name.slice(0, 32));
}

function tell(
  { output, errorOutput }: MigrateTools,
  command: MigrateRepositoryCommand,
  report: MigrationReport,
) {
  if (command.quiet && report.isFine) return;
  const words = `${report.words(command.verify).join('\n')}\n`;
  if (command.json) {
    output.write(`${JSON.stringify({ totals: report.totals })}\n`);
    errorOutput.write(words);
  } else (command.quiet ? errorOutput : output).write(words);
}
