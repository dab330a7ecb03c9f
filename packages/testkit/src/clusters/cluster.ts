// Interface of a storage cluster on this machine. Tests and drills can kill its server processes one by one.
// Implemented for SeaweedFS and Garage.
import type { S3Access } from '../s3/env.ts';

export type ClusterName = 'SeaweedFS' | 'Garage';

/** Server process with its own data folder. */
export interface StorageNode {
  readonly name: string;
  /** Kills the process. */
  kill(): Promise<void>;
  /** Restarts the process with its data. Resolves when the cluster has accepted the node again. */
  restart(): Promise<void>;
  /** Returns the total size of the node's files. */
  keptBytes(): Promise<number>;
  /** Empties the data folder of a stopped node, to simulate the loss of its disk. */
  loseDisk(): Promise<void>;
}

export interface StorageCluster {
  readonly name: ClusterName;
  readonly version: string;
  /** S3 endpoint with access keys. */
  readonly access: S3Access;
  /** Nodes that store data. The cluster survives the loss of any one of them. */
  readonly keepers: readonly StorageNode[];
  /** Nodes without which the cluster cannot respond to requests. */
  readonly fronts: readonly StorageNode[];
  /** Creates missing replicas. All nodes must be running. Resolves when there are no missing replicas. */
  repair(): Promise<void>;
  /** Stops the cluster. Called automatically at the end of the test file. */
  stop(): Promise<void>;
}

/** Path of the server program, or the reason why it is not installed. */
export type InstalledServer = { program: string } | { missing: string };
