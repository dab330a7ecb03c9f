// Kysely types of the tables of deletions.
import type { Generated } from 'kysely';

export type DeletionKind = 'delete' | 'purge';
export type DeletionState =
  | 'requested'
  | 'approved'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'deleted'
  | 'restored';

export interface DeletionTable {
  number: Generated<number>;
  au_id: number;
  kind: DeletionKind;
  state: DeletionState;
  requested_at: Generated<Date>;
  requested_by: string;
  requested_account: string | null;
  reason: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: string | null;
  undone_at: Date | null;
  undone_by: string | null;
}

export interface DeletionArtifactTable {
  number: number;
  artifact_id: string;
  au_id: number;
  url: string | null;
  version: number | null;
  collection_ms: number | null;
  stored: unknown;
  kept: unknown;
  damages: unknown;
  segments: number[] | null;
  undo_until: Date | null;
}
