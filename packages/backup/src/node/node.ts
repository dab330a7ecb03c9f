// Parts of a node that are backed up: databases, the services' data in them, the object store, and a few files.
import type { ObjectStore } from '@holdfast/object-store';
import type { Migrations, Pool, SnapshotTransaction } from '@holdfast/pg-kit';

/** Describes how to back up one service. Exported by the service's module `backup`. */
export interface ServicePart {
  /** Owner name under which the database records the service's migrations. */
  readonly owner: string;
  readonly migrations: Migrations;
  /**
   * Runs `work`, and prevents the removal of objects until `work` has ended. Only the service that indexes the objects
   * has this function.
   */
  holdObjects?<Result>(
    pool: Pool,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Sends the first query of the snapshot. Returns the indexed objects in the byte order of their keys. Only the
   * service that indexes the objects has this function.
   */
  namedObjects?(
    deps: { pool: Pool; store: ObjectStore; signal: AbortSignal },
    snapshot: SnapshotTransaction,
  ): Promise<{ key: string; sizeBytes: number }[]>;
  /** Records the start time of a completed backup, for the metric of the last backup's age. */
  noteBackup?(pool: Pool, begunMs: number): Promise<void>;
}

export interface NodeDatabase {
  readonly pool: Pool;
  /** Services that store data in this database. */
  readonly parts: readonly ServicePart[];
}

/** A small file of the node, backed up under its name. */
export interface NodeFile {
  readonly name: string;
  readonly path: string;
}

export interface BackupNode {
  readonly databases: readonly NodeDatabase[];
  readonly store: ObjectStore;
  readonly files: readonly NodeFile[];
}

/** Progress callbacks of a backup or restore. */
export interface BackupObserver {
  /** Called before reading starts. `bytes` is the total number of bytes that will be read. */
  planned?(bytes: number, what: string): void;
  read?(bytes: number): void;
  object?(): void;
}
