// Backs up a running node. Takes a snapshot of each database, then copies the objects that the snapshot's index lists.
// The copies of databases and store are consistent, because objects never change and none is removed during the backup.
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ObjectStore } from '@holdfast/object-store';
import { runInSnapshot, type SnapshotTransaction } from '@holdfast/pg-kit';
import { BackupRefusedError, DamagedBackupError } from '../format/errors.ts';
import { createBackupId, makeFileKey, makeListKey } from '../format/keys.ts';
import {
  BACKUP_FORMAT,
  type BackupManifest,
  type DatabaseDump,
  listManifests,
  readBackupManifest,
  writeBackupManifest,
} from '../format/manifest.ts';
import { type ListedObject, readObjectList, writeObjectList } from '../format/object-list.ts';
import type { BackupNode, BackupObserver, NodeDatabase, ServicePart } from '../node/node.ts';
import { copyObjects, type NamedObject, type ObjectCopyResult } from './copy-objects.ts';
import { type DumpedSchemas, dumpDatabase, readSchemas } from './dump-database.ts';
import { removeOldBackups } from './remove-old.ts';

export interface BackupReport {
  readonly id: string;
  readonly objects: number;
  readonly bytes: number;
  /** Number of objects that this run copied. All other objects were already in the backup's store. */
  readonly newObjects: number;
  readonly newBytes: number;
  readonly tables: number;
  readonly rows: number;
  /** Compressed size of all tables. */
  readonly tableBytes: number;
  readonly files: readonly string[];
  /** Objects that are missing or damaged in the node's store. */
  readonly faults: readonly { key: string; fault: string }[];
  /** IDs of the removed backups. */
  readonly removedBackups: readonly string[];
  readonly removedObjects: number;
}

export interface BackupTools {
  nowMs(): number;
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

export interface BackupOptions {
  /** Number of backups to keep, including the new one. Undefined keeps all backups. */
  readonly keep?: number;
}

interface BackupContext extends BackupTools {
  readonly node: BackupNode;
  readonly to: ObjectStore;
  readonly id: string;
}

/** Makes a backup. If it throws BackupRefusedError or an error of a database or store, no backup was made. */
export async function backUpNode(
  tools: BackupTools,
  node: BackupNode,
  to: ObjectStore,
  { keep }: BackupOptions = {},
): Promise<BackupReport> {
  const begunMs = tools.nowMs();
  const id = createBackupId(begunMs, randomUUID().slice(0, 8));
  const { database, part } = findIndexDatabase(node);
  return part.holdObjects!(database.pool, tools.signal, async (signal) => {
    const taking: BackupContext = { ...tools, signal, node, to, id };
    const before = await readPreviousList(to);
    const moment = await dumpConsistently(taking, await Promise.all(node.databases.map(readSchemas)));
    const copied = await copyObjects({ ...taking, from: node.store }, moment.named, before);
    signal.throwIfAborted();
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      id,
      begunAt: new Date(begunMs).toISOString(),
      endedAt: new Date(tools.nowMs()).toISOString(),
      databases: moment.databases,
      objects: await storeObjectList(to, id, copied),
      files: await storeFiles(taking),
    };
    signal.throwIfAborted();
    await writeBackupManifest(to, manifest);
    const removed = keep === undefined ? NOTHING_REMOVED : await removeOldBackups(to, keep);
    return { ...toReport(manifest, copied), ...removed };
  });
}

const NOTHING_REMOVED = { removedBackups: [], removedObjects: 0 };

/** Returns the service that indexes the store's objects, and this service's database. */
function findIndexDatabase({ databases }: BackupNode): { database: NodeDatabase; part: ServicePart } {
  for (const database of databases) {
    const part = database.parts.find(({ namedObjects }) => namedObjects !== undefined);
    if (part !== undefined) return { database, part };
  }
  throw new BackupRefusedError('No database contains the index of the object store.');
}

/**
 * Returns the object list of the previous backup. Returns an empty list if there is no previous backup or its list is
 * damaged; all existing copies are then verified again.
 */
async function readPreviousList(to: ObjectStore): Promise<ListedObject[]> {
  const last = (await listManifests(to)).at(-1);
  if (last === undefined) return [];
  try {
    return await readObjectList(to, (await readBackupManifest(to, last)).objects);
  } catch (error) {
    if (error instanceof DamagedBackupError) return [];
    throw error;
  }
}

interface ConsistentDump {
  readonly named: readonly NamedObject[];
  readonly databases: readonly DatabaseDump[];
}

async function dumpConsistently(
  taking: BackupContext,
  schemas: readonly DumpedSchemas[],
): Promise<ConsistentDump> {
  const { databases } = taking.node;
  return withSnapshots(databases, async (snapshots) => {
    const index = findIndexDatabase(taking.node);
    const { pool } = index.database;
    const { signal, node } = taking;
    const snapshot = snapshots[databases.indexOf(index.database)]!;
    const named = await index.part.namedObjects!({ pool, store: node.store, signal }, snapshot);
    // Queries the other databases immediately, because a transaction takes its snapshot at its first query.
    for (const one of snapshots) if (one !== snapshot) await one.query('select 1');
    const dumps: DatabaseDump[] = [];
    for (const [at, one] of snapshots.entries()) {
      signal.throwIfAborted();
      dumps.push(await dumpDatabase(one, { ...taking, schemas: schemas[at]! }));
    }
    return { named, databases: dumps };
  });
}

function withSnapshots<Result>(
  databases: readonly NodeDatabase[],
  work: (snapshots: readonly SnapshotTransaction[]) => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = databases;
  if (first === undefined) return work([]);
  return runInSnapshot(first.pool, (own) => withSnapshots(others, (rest) => work([own, ...rest])));
}

async function storeObjectList(
  to: ObjectStore,
  id: string,
  { objects }: ObjectCopyResult,
): Promise<BackupManifest['objects']> {
  const key = makeListKey(id);
  const stored = await writeObjectList(to, key, objects);
  return {
    key,
    ...stored,
    count: objects.length,
    bytes: objects.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
    faults: objects.filter(({ fault }) => fault !== undefined).length,
  };
}

async function storeFiles({ node, to, id }: BackupContext): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'][number][] = [];
  for (const { name, path } of node.files) {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (bytes === undefined) continue;
    const key = makeFileKey(id, name);
    await to.put(key, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ name, key, sizeBytes: bytes.length, sha256 });
  }
  return files;
}

function toReport({ id, objects, databases, files }: BackupManifest, copied: ObjectCopyResult) {
  const tables = databases.flatMap((database) => database.tables);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  return {
    id,
    objects: objects.count,
    bytes: objects.bytes,
    newObjects: copied.newObjects,
    newBytes: copied.newBytes,
    tables: tables.length,
    rows: sum(tables.map(({ rows }) => rows)),
    tableBytes: sum(tables.map(({ sizeBytes }) => sizeBytes)),
    files: files.map(({ name }) => name),
    faults: copied.objects.flatMap(({ key, fault }) => (fault === undefined ? [] : [{ key, fault }])),
  };
}
