// Parts of a node that a backup contains: databases, the services' data in them, an object store and a few files.
import type { ObjectStore } from '@holdfast/object-store';
import type { Migrations, Pool, SnapshotTransaction } from '@holdfast/pg-kit';

/** Description of a service, exported by its module `backup`. */
export interface ServicePart {
  /** Name of the service's migrations within a database. */
  readonly owner: string;
  readonly migrations: Migrations;
  /**
   * Runs `work`. Meanwhile, no object is removed from the store. Only the service whose index names the objects has
   * this function.
   */
  holdObjects?<Result>(
    pool: Pool,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Sends the first query of the snapshot and returns the objects that the index names, in the byte order of their
   * keys. Only the service whose index names the objects has this function.
   */
  namedObjects?(
    deps: { pool: Pool; store: ObjectStore; signal: AbortSignal },
    snapshot: SnapshotTransaction,
  ): Promise<{ key: string; sizeBytes: number }[]>;
  /** Records when a complete backup was started, for the metric that shows the age of the last backup. */
  noteBackup?(pool: Pool, begunMs: number): Promise<void>;
}

export interface NodeDatabase {
  readonly pool: Pool;
  /** Services that keep state in this database. */
  readonly parts: readonly ServicePart[];
}

/** A small file of the node, stored under its name. */
export interface NodeFile {
  readonly name: string;
  readonly path: string;
}

export interface BackupNode {
  readonly databases: readonly NodeDatabase[];
  readonly store: ObjectStore;
  readonly files: readonly NodeFile[];
}

/** Callbacks that report the progress of a backup or a restore. */
export interface BackupObserver {
  /** Called with the number of bytes that will be read. */
  planned?(bytes: number, what: string): void;
  read?(bytes: number): void;
  object?(): void;
}
