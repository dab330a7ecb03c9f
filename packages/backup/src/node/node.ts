// A node as a backup sees it: databases, what services keep in them, an object store, a few files.
import type { ObjectStore } from '@holdfast/object-store';
import type { Migrations, Pool, Snapshot } from '@holdfast/pg-kit';

/** What a service says of itself in its module `backup`. */
export interface ServicePart {
  /** Names its migrations among those of one database. */
  readonly owner: string;
  readonly migrations: Migrations;
  /** Only of the service whose index names the objects of the store: keeps them there while `work` runs. */
  holdObjects?<Result>(
    pool: Pool,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  /** Asks the first query of the snapshot. The objects come in the order of their keys' bytes. */
  namedObjects?(
    deps: { pool: Pool; store: ObjectStore; signal: AbortSignal },
    snapshot: Snapshot,
  ): Promise<{ key: string; sizeBytes: number }[]>;
}

export interface NodeDatabase {
  readonly pool: Pool;
  /** Those that keep their state in it. */
  readonly parts: readonly ServicePart[];
}

/** A small file that belongs to the node: kept and given back under its name. */
export interface NodeFile {
  readonly name: string;
  readonly path: string;
}

export interface NodePlaces {
  readonly databases: readonly NodeDatabase[];
  readonly store: ObjectStore;
  readonly files: readonly NodeFile[];
}

/** Told how far it is. */
export interface BackupObserver {
  /** What is to be read in all, as far as it is known. */
  planned?(bytes: number, what: string): void;
  read?(bytes: number): void;
  object?(): void;
}
