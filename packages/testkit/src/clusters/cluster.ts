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
  /** Returns the total size of the node's files. */
  keptBytes(): Promise<number>;
  /** Empties the data folder of a stopped node, as if its disk had been lost. */
  loseDisk(): Promise<void>;
}

export interface StorageCluster {
  readonly name: ClusterName;
  readonly version: string;
  /** S3 endpoint with access keys. */
  readonly access: S3Access;
  /** Nodes that store the data. The cluster survives the loss of one of them at a time. */
  readonly keepers: readonly StorageNode[];
  /** Nodes without which the cluster does not respond. */
  readonly fronts: readonly StorageNode[];
  /** Restores missing copies. All nodes must be running. Resolves when every copy exists. */
  repair(): Promise<void>;
  /** Stops the cluster. This also happens at the end of the test file. */
  stop(): Promise<void>;
}

/** Path of the server program, or the reason why it is missing. */
export type InstalledServer = { program: string } | { missing: string };
