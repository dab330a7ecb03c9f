// `holdfast backup`: finds the node, backs it up and prints the result.
import { type BackupReport, backUpNode, type NodeDatabase } from '@holdfast/backup';
import { createUnknownCatalogue, openObjectStore } from '@holdfast/object-store';
import { SettingsError } from '@holdfast/service-kit';
import { openFolderPostgres } from '../data-folder/folder-postgres.ts';
import type { BackupCommand } from './backup-arguments.ts';
import { openBackups, parseBackupLocation, refuseOverlappingStores } from './backup-location.ts';
import { openBackupProgress } from './backup-progress.ts';
import {
  ensureEmbeddedDatabases,
  findNode,
  type NodeEnvironment,
  type NodeLocation,
  openDatabases,
  requireNode,
} from './find-node.ts';
import { loadServiceParts } from './service-parts.ts';
import { formatBackup } from './summaries.ts';

export interface BackupTools {
  nowMs(): number;
  /** Unix time in milliseconds. */
  timeMs(): number;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
}

export const backupExitCodes = { fine: 0, found: 1, usage: 2, failed: 3, interrupted: 130 } as const;

/** Returns the exit code. Throws UsageError. */
export async function runBackup(
  tools: BackupTools,
  environment: NodeEnvironment,
  command: BackupCommand,
  signal: AbortSignal,
): Promise<number> {
  return reportErrors(tools, signal, async () => {
    const report = await takeBackup(tools, environment, command, signal);
    if (command.json) tools.output.write(`${JSON.stringify(report)}\n`);
    else if (!command.quiet || report.faults.length > 0)
      tools.output.write(formatBackup(report, command.destination));
    return report.faults.length > 0 ? backupExitCodes.found : backupExitCodes.fine;
  });
}

/** Runs the work, prints expected errors and converts them to exit codes. Throws UsageError. */
export async function reportErrors(
  { errorOutput }: BackupTools,
  signal: AbortSignal,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) {
      errorOutput.write('Interrupted. Run the same command again to continue.\n');
      return backupExitCodes.interrupted;
    }
    if ((error as Error).name === 'UsageError') throw error;
    errorOutput.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof SettingsError ? backupExitCodes.usage : backupExitCodes.failed;
  }
}

async function takeBackup(
  tools: BackupTools,
  environment: NodeEnvironment,
  { destination, data, keep, quiet }: BackupCommand,
  signal: AbortSignal,
): Promise<BackupReport> {
  const node = findNode(environment, data);
  requireNode(node);
  const place = parseBackupLocation(destination, environment.variables);
  refuseOverlappingStores(place, node.store);
  const parts = await loadServiceParts(environment.projectFolder);
  const postgres = await openNodePostgres(node);
  const { databases, close } = openDatabases(postgres.urls, parts);
  const shown = openBackupProgress(quiet ? undefined : { nowMs: tools.nowMs, output: tools.errorOutput });
  try {
    const store = await openObjectStore(node.store, {}, { catalogue: createUnknownCatalogue() });
    const to = await openBackups(place);
    const { observer } = shown;
    const options = keep === undefined ? {} : { keep };
    const begunMs = tools.timeMs();
    const report = await backUpNode(
      { nowMs: tools.timeMs, signal, observer },
      { databases, store, files: node.files },
      to,
      options,
    );
    if (report.faults.length === 0) await recordBackupTime(tools, databases, begunMs);
    return report;
  } finally {
    shown.close();
    await close();
    await postgres.close();
  }
}

/** Records the time of the backup. If this fails, only prints the error, because the backup itself is complete. */
async function recordBackupTime(
  { errorOutput }: BackupTools,
  databases: readonly NodeDatabase[],
  begunMs: number,
): Promise<void> {
  for (const { pool, parts } of databases) {
    for (const part of parts) {
      await part.noteBackup?.(pool, begunMs).catch((error: unknown) => {
        errorOutput.write(
          `The backup is complete, but its time could not be stored in the database: ${(error as Error).message}\n`,
        );
      });
    }
  }
}

async function openNodePostgres({ databases, dataFolder }: NodeLocation) {
  if (databases !== undefined) return { urls: databases, close: async () => undefined };
  const { url, close } = await openFolderPostgres(dataFolder);
  return { urls: await ensureEmbeddedDatabases(url), close };
}
