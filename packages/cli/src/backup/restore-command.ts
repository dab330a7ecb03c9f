// `holdfast restore`: verifies a whole backup, then restores a node from the backup.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BackupRefusedError,
  checkBackupFiles,
  DamagedBackupError,
  type RestoreReport,
  type RestoreTarget,
  restoreBackup,
  throwUnlessTargetEmpty,
} from '@holdfast/backup';
import { UsageError } from '@holdfast/cli-kit';
import { type ObjectStore, openObjectStore, type SingleStoreSettings } from '@holdfast/object-store';
import { makeFolder } from '@holdfast/service-kit';
import { UNFINISHED_RESTORE_FILE } from '@holdfast/standalone';
import { startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import type { RestoreCommand } from './backup-arguments.ts';
import { type BackupTools, backupExitCodes, reportErrors } from './backup-command.ts';
import { parseBackupLocation, refuseOverlappingStores } from './backup-location.ts';
import { openBackupProgress } from './backup-progress.ts';
import {
  ensureEmbeddedDatabases,
  findNode,
  type NodeEnvironment,
  type NodeLocation,
  openDatabases,
} from './find-node.ts';
import { loadServiceParts, type ServiceParts } from './service-parts.ts';
import { formatCheck, formatRestore } from './summaries.ts';

/** Returns the exit code. Throws UsageError. */
export async function runRestore(
  tools: BackupTools,
  environment: NodeEnvironment,
  command: RestoreCommand,
  signal: AbortSignal,
): Promise<number> {
  return reportErrors(tools, signal, async () => {
    const place = parseBackupLocation(command.source, environment.variables);
    if (place.kind === 'fs' && !existsSync(place.folder)) {
      throw new UsageError(`The folder ${place.folder} does not exist.`);
    }
    const from = await openObjectStore(place);
    if (command.checkOnly) return checkBackup(tools, command, from, signal);
    const node = findNode(environment, command.data);
    refuseOverlappingStores(place, node.store);
    const parts = await loadServiceParts(environment.projectFolder);
    const report = await restoreNode(tools, command, { from, node, parts, signal });
    if (command.json) tools.output.write(`${JSON.stringify(report)}\n`);
    else if (!command.quiet || report.faults.length > 0) tools.output.write(formatRestore(report));
    return report.faults.length > 0 ? backupExitCodes.found : backupExitCodes.fine;
  });
}

async function checkBackup(
  tools: BackupTools,
  { id, json, quiet }: RestoreCommand,
  from: ObjectStore,
  signal: AbortSignal,
): Promise<number> {
  const shown = openBackupProgress(quiet ? undefined : { nowMs: tools.nowMs, output: tools.errorOutput });
  try {
    const { manifest } = await checkBackupFiles({ from, signal, observer: shown.observer }, id);
    shown.close();
    if (json) tools.output.write(`${JSON.stringify({ id: manifest.id, faults: [] })}\n`);
    else if (!quiet) tools.output.write(formatCheck(manifest));
    return backupExitCodes.fine;
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    shown.close();
    if (json) tools.output.write(`${JSON.stringify({ faults: error.faults })}\n`);
    else tools.output.write(`${error.message}\n`);
    return backupExitCodes.found;
  } finally {
    shown.close();
  }
}

interface RestoreContext {
  readonly from: ObjectStore;
  readonly node: NodeLocation;
  readonly parts: ServiceParts;
  readonly signal: AbortSignal;
}

async function restoreNode(
  tools: BackupTools,
  { id, quiet }: RestoreCommand,
  { from, node, parts, signal }: RestoreContext,
): Promise<RestoreReport> {
  const shown = openBackupProgress(quiet ? undefined : { nowMs: tools.nowMs, output: tools.errorOutput });
  const closing: (() => Promise<void>)[] = [];
  try {
    const { observer } = shown;
    const report = await restoreBackup({ signal, observer }, from, createTarget(node, parts, closing), id);
    await rm(join(node.dataFolder, UNFINISHED_RESTORE_FILE), { force: true });
    return report;
  } finally {
    shown.close();
    for (const close of closing.reverse()) await close();
  }
}

/**
 * Returns the store to restore into. If there are several stores, this is the first one; the service later copies its
 * objects to the others.
 */
function chooseFirstStore({ store }: NodeLocation): SingleStoreSettings {
  return store.kind === 'several' ? store.stores[0]!.store : store;
}

function createTarget(
  node: NodeLocation,
  parts: ServiceParts,
  closing: (() => Promise<void>)[],
): RestoreTarget {
  const given = node.databases && openDatabases(node.databases, parts);
  if (given) closing.push(given.close);
  return {
    parts: [parts.repository, parts.configuration],
    throwUnlessFree: async (id) => {
      if (!given) await refuseUsedFolder(node.dataFolder, id);
      const place = chooseFirstStore(node);
      const isThere = place.kind === 's3' || existsSync(place.folder);
      const store = isThere ? await openObjectStore(place) : undefined;
      await throwUnlessTargetEmpty({ store, databases: given?.databases ?? [] }, id);
    },
    open: async (id) => {
      await makeFolder(node.dataFolder);
      await writeFile(join(node.dataFolder, UNFINISHED_RESTORE_FILE), `${id}\n`);
      const { databases } = given ?? (await openEmbeddedDatabases(node.dataFolder, parts, closing));
      return { databases, store: await openObjectStore(chooseFirstStore(node)), files: node.files };
    },
  };
}

async function openEmbeddedDatabases(
  dataFolder: string,
  parts: ServiceParts,
  closing: (() => Promise<void>)[],
) {
  const { url, stop } = await startEmbeddedPostgres({ folder: dataFolder });
  closing.push(stop);
  const opened = openDatabases(await ensureEmbeddedDatabases(url), parts);
  closing.push(opened.close);
  return opened;
}

/**
 * Throws BackupRefusedError unless the folder is empty, missing, or left by an interrupted restore of the same backup.
 */
async function refuseUsedFolder(folder: string, id: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  if (names.length === 0) return;
  const unfinished = await readFile(join(folder, UNFINISHED_RESTORE_FILE), 'utf8').catch(() => undefined);
  if (unfinished?.trim() === id) return;
  const why =
    unfinished === undefined
      ? `it contains ${names[0]}`
      : `it contains an unfinished restore of backup ${unfinished.trim()}`;
  throw new BackupRefusedError(`The data folder ${folder} is not empty: ${why}. Nothing was restored.`);
}
