// holdfast backup: finds the node, copies it, says what became of it.
import { type BackupReport, backUp } from '@holdfast/backup';
import { openObjectStore } from '@holdfast/object-store';
import { SettingsError } from '@holdfast/service-kit';
import { postgresIn } from '../data-folder/postgres-in.ts';
import type { BackupCommand } from './backup-arguments.ts';
import { backupPlace, openBackups, refuseOverlap } from './backup-place.ts';
import {
  embeddedUrls,
  type FoundNode,
  findNode,
  type NodeEnvironment,
  openDatabases,
  refuseNothing,
} from './node-of.ts';
import { serviceParts } from './service-parts.ts';
import { watch } from './watch.ts';
import { backupWords } from './words.ts';

export interface BackupTools {
  nowMs(): number;
  /** Milliseconds since 1970. */
  timeMs(): number;
  readonly output: NodeJS.WriteStream;
  readonly errorOutput: NodeJS.WriteStream;
}

export const exitCodes = { fine: 0, found: 1, usage: 2, failed: 3, interrupted: 130 } as const;

/** Resolves to the exit code. Throws UsageError. */
export async function runBackup(
  tools: BackupTools,
  environment: NodeEnvironment,
  command: BackupCommand,
  signal: AbortSignal,
): Promise<number> {
  return told(tools, signal, async () => {
    const report = await take(tools, environment, command, signal);
    if (command.json) tools.output.write(`${JSON.stringify(report)}\n`);
    else if (!command.quiet || report.faults.length > 0)
      tools.output.write(backupWords(report, command.destination));
    return report.faults.length > 0 ? exitCodes.found : exitCodes.fine;
  });
}

/** What cannot be done is said in plain words. */
export async function told(
  { errorOutput }: BackupTools,
  signal: AbortSignal,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) {
      errorOutput.write('Interrupted; give the same command again.\n');
      return exitCodes.interrupted;
    }
    if ((error as Error).name === 'UsageError') throw error;
    errorOutput.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof SettingsError ? exitCodes.usage : exitCodes.failed;
  }
}

async function take(
  tools: BackupTools,
  environment: NodeEnvironment,
  { destination, data, keep, quiet }: BackupCommand,
  signal: AbortSignal,
): Promise<BackupReport> {
  const node = findNode(environment, data);
  refuseNothing(node);
  const place = backupPlace(destination, environment.variables);
  refuseOverlap(place, node.store);
  const postgres = await databasesOf(node);
  const parts = await serviceParts(environment.projectFolder);
  const { databases, close } = openDatabases(postgres.urls, parts);
  const shown = watch(quiet ? undefined : { nowMs: tools.nowMs, output: tools.errorOutput });
  try {
    const store = await openObjectStore(node.store);
    const to = await openBackups(place);
    const { observer } = shown;
    const options = keep === undefined ? {} : { keep };
    return await backUp(
      { nowMs: tools.timeMs, signal, observer },
      { databases, store, files: node.files },
      to,
      options,
    );
  } finally {
    shown.close();
    await close();
    await postgres.close();
  }
}

async function databasesOf({ databases, dataFolder }: FoundNode) {
  if (databases !== undefined) return { urls: databases, close: async () => undefined };
  const { url, close } = await postgresIn(dataFolder);
  return { urls: await embeddedUrls(url), close };
}
