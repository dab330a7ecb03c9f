// Notifications of changes to a copy of the replay index.
import type { Snapshot } from './snapshot.ts';

/** Change of captures whose key heads are between `lowest` and `highest`, inclusive, by one transaction. */
export interface KeyChange {
  readonly xid: bigint;
  /** Undefined if any capture may have changed. The key heads then mean nothing. */
  readonly namespaceId: number | undefined;
  readonly lowest: string;
  readonly highest: string;
}

/** Changes and state at one moment. */
export interface CopyNews {
  readonly snapshot: Snapshot;
  /** Last heartbeat of the copy. If it is lower than the copy's own, the database was restored to an earlier state. */
  readonly beat: number;
  /** Changes that this snapshot sees and the copy's previous snapshot does not. */
  readonly changes: readonly KeyChange[];
  /** Whether no change can be committed until the lease ends. */
  readonly leased: boolean;
}
