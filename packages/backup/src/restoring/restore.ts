// A node made of a backup. First the backup is read as a whole and held to its digests; only then is anything written. Each
// object is digested again on its way, and the node counts as restored when everything is there.
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import type { BackupManifest } from '../format/manifest.ts';
import type { BackupObserver, NodePlaces, ServicePart } from '../node/node.ts';
import { check, manifestOf } from './check.ts';
import { loadDatabases, throwUnlessKnown } from './load-databases.ts';
import { restoreObjects } from './restore-objects.ts';
import { releaseTarget, takeTarget } from './target.ts';

export interface RestoreReport {
  readonly id: string;
  readonly begunAt: string;
  readonly objects: number;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: readonly string[];
  /** Files that were there already and stay as they are. */
  readonly keptFiles: readonly string[];
  /** What was missing, or damaged, when the backup was made. */
  readonly faults: readonly { key: string; fault: string }[];
}

export interface RestoreTools {
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

export interface RestoreTarget {
  readonly parts: readonly ServicePart[];
  /** Throws RefusedError unless the backup can be restored there; changes nothing. */
  throwUnlessFree(id: string): Promise<void>;
  /** Asked for once the backup was found whole. */
  open(id: string): Promise<NodePlaces>;
}

/**
 * Rejects with RefusedError and DamagedBackupError, nothing being restored then; and with what databases and stores say:
 * then the same restore can be given again.
 */
export async function restore(
  tools: RestoreTools,
  from: ObjectStore,
  target: RestoreTarget,
  id?: string,
): Promise<RestoreReport> {
  const wanted = await manifestOf(from, id);
  await throwUnlessKnown(wanted, target.parts);
  await target.throwUnlessFree(wanted.id);
  const { manifest, objects } = await check({ ...tools, from }, wanted.id);
  const node = await target.open(manifest.id);
  await takeTarget(node, manifest.id);
  await restoreObjects({ ...tools, from, to: node.store }, objects);
  await loadDatabases({ ...tools, from }, manifest, node.databases);
  const keptFiles = await restoreFiles(from, manifest, node);
  tools.signal.throwIfAborted();
  await releaseTarget(node, manifest.id);
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

/** Answers the names of those that are there, and of those that have no place here. */
async function restoreFiles(
  from: ObjectStore,
  { files }: BackupManifest,
  node: NodePlaces,
): Promise<string[]> {
  const kept: string[] = [];
  for (const { name, key } of files) {
    const path = node.files.find((file) => file.name === name)?.path;
    const bytes = await buffer(await from.read(key));
    try {
      if (path === undefined) kept.push(name);
      else await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      kept.push(name);
    }
  }
  return kept;
}
