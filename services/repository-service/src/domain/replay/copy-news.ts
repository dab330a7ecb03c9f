// What a copy of the replay index is told of changes.
import type { Snapshot } from './snapshot.ts';

/** A transaction has changed captures whose keys have heads from `lowest` to `highest`, both included. */
export interface KeyChange {
  readonly xid: bigint;
  /** Undefined: anything may have changed, and the heads say nothing. */
  readonly namespaceId: number | undefined;
  readonly lowest: string;
  readonly highest: string;
}

/** What is known at one moment. */
export interface CopyNews {
  readonly snapshot: Snapshot;
  /** The last heartbeat of the copy. Less than it knows: the database was restored to an earlier state. */
  readonly beat: number;
  /** Those that this snapshot sees, and the one that was asked with does not. */
  readonly changes: readonly KeyChange[];
  /** Whether nobody commits a change until the lease is over. */
  readonly leased: boolean;
}
