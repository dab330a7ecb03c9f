// Restores a node from a backup. Verifies the whole backup before writing anything, and each object again while copying
// it. During the restore, markers in the target prevent services from using it (target.ts).
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import type { BackupManifest } from '../format/manifest.ts';
import type { BackupNode, BackupObserver, ServicePart } from '../node/node.ts';
import { checkBackupFiles, findBackupManifest } from './check.ts';
import { loadDatabases, throwUnlessSchemaKnown } from './load-databases.ts';
import { restoreObjects } from './restore-objects.ts';
import { markTarget, unmarkTarget } from './target.ts';

export interface RestoreReport {
  readonly id: string;
  readonly begunAt: string;
  readonly objects: number;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: readonly string[];
  /** Files that were not restored, because they already exist or this node has no path for them. */
  readonly keptFiles: readonly string[];
  /** Objects that were already missing or damaged when the backup was made. */
  readonly faults: readonly { key: string; fault: string }[];
}

export interface RestoreTools {
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

export interface RestoreTarget {
  readonly parts: readonly ServicePart[];
  /** Checks that this backup may be restored to the target. Changes nothing. Throws BackupRefusedError. */
  throwUnlessFree(id: string): Promise<void>;
  /** Opens the target. Called when the backup has been verified. */
  open(id: string): Promise<BackupNode>;
}

/**
 * Restores the node. Rejects with BackupRefusedError, DamagedBackupError, or errors of databases and stores. If the
 * restore fails, the same restore can be run again.
 */
export async function restoreBackup(
  tools: RestoreTools,
  from: ObjectStore,
  target: RestoreTarget,
  id?: string,
): Promise<RestoreReport> {
  const wanted = await findBackupManifest(from, id);
  await throwUnlessSchemaKnown(wanted, target.parts);
  await target.throwUnlessFree(wanted.id);
  const { manifest, objects } = await checkBackupFiles({ ...tools, from }, wanted.id);
  const node = await target.open(manifest.id);
  await markTarget(node, manifest.id);
  await restoreObjects({ ...tools, from, to: node.store }, objects);
  await loadDatabases({ ...tools, from }, manifest, node.databases);
  const keptFiles = await restoreFiles(from, manifest, node);
  tools.signal.throwIfAborted();
  await unmarkTarget(node, manifest.id);
  const tables = manifest.databases.flatMap((database) => database.tables);
  return {
    id: manifest.id,
    begunAt: manifest.begunAt,
    objects: manifest.objects.count,
    bytes: manifest.objects.bytes,
    tables: tables.length,
    rows: tables.reduce((all, { rows }) => all + rows, 0),
    files: manifest.files.map(({ name }) => name).filter((name) => !keptFiles.includes(name)),
    keptFiles,
    faults: objects.flatMap(({ key, fault }) => (fault === undefined ? [] : [{ key, fault }])),
  };
}

/**
 * Restores the files. Returns the names of files that already existed, and of files for which this node has no path.
 * Replaces a users file that contains no users, as in a new node in containers.
 */
async function restoreFiles(
  from: ObjectStore,
  { files }: BackupManifest,
  node: BackupNode,
): Promise<string[]> {
  const kept: string[] = [];
  for (const { name, key } of files) {
    const path = node.files.find((file) => file.name === name)?.path;
    const bytes = await buffer(await from.read(key));
    try {
      if (path === undefined) {
        kept.push(name);
        continue;
      }
      if (await isEmptyList(path)) await unlink(path);
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      kept.push(name);
    }
  }
  return kept;
}

async function isEmptyList(path: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => '')).trim() === '[]';
}
