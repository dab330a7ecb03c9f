// Interface of a local storage cluster of several server processes that can be killed one by one. Tests and drills use
// SeaweedFS and Garage through it.
import type { S3Access } from '../s3/env.ts';

export type ClusterName = 'SeaweedFS' | 'Garage';

/** One server process with its own data. */
export interface StorageNode {
  readonly name: string;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Starts the process on its data. Resolves when the cluster has accepted it. */
  restart(): Promise<void>;
  /** Returns the total size of its files. */
  keptBytes(): Promise<number>;
  /** Empties the data folder of a stopped node, like a lost disk. */
  loseDisk(): Promise<void>;
}

export interface StorageCluster {
  readonly name: ClusterName;
  readonly version: string;
  /** S3 endpoint with its keys. */
  readonly access: S3Access;
  /** Nodes that store the bytes: one of them may be lost at a time. */
  readonly keepers: readonly StorageNode[];
  /** Nodes without which the cluster does not respond. */
  readonly fronts: readonly StorageNode[];
  /** Restores missing copies. Resolves when all exist. All nodes must be running. */
  repair(): Promise<void>;
  /** Stops the cluster. Also done at the end of the test file. */
  stop(): Promise<void>;
}

/** Path of the server's program, or the reason why it is missing. */
export type InstalledServer = { program: string } | { missing: string };
