// A storage cluster on this machine, made of several server processes that can be killed one by one. What tests and drills
// know of SeaweedFS and Garage is this and no more.
import type { S3Access } from '../s3/env.ts';

export type ClusterName = 'SeaweedFS' | 'Garage';

/** One server process with data of its own. */
export interface StorageNode {
  readonly name: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again on its data; resolves when the cluster has it back. */
  restart(): Promise<void>;
  /** What its files hold. */
  keptBytes(): Promise<number>;
  /** Empties its data folder while it is down, as when its disk is lost. */
  loseDisk(): Promise<void>;
}

export interface StorageCluster {
  readonly name: ClusterName;
  readonly version: string;
  /** Where S3 is answered. */
  readonly access: S3Access;
  /** Those that keep the bytes: one of them may be lost at a time. */
  readonly keepers: readonly StorageNode[];
  /** Those without which nothing is answered, as long as they are down. */
  readonly fronts: readonly StorageNode[];
  /** Makes again what copies are missing; resolves when all are there. All nodes must be up. */
  repair(): Promise<void>;
  /** Stops all of it. Done at the end of the test file anyway. */
  stop(): Promise<void>;
}

/** Path of the server's program, or why there is none, in words. */
export type InstalledServer = { program: string } | { missing: string };
