// Kysely types of the tables for preservation: the journal, jobs, retired objects, purges, holds and damage.
import type { Generated, JSONColumnType } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import type { LockedCopies } from '../../domain/locked-copies.ts';

export interface JournalTable {
  id: Generated<number>;
  au_id: number;
  at: Generated<Date>;
  entry: JSONColumnType<JournalEntry>;
}

export interface JournalEpochTable {
  epoch: string;
  begun_at: Date;
  home: string;
  after_id: number;
  shipped_id: Generated<number>;
  replayed_id: Generated<number>;
  last_id: number | null;
  system: string | null;
  timeline: Generated<number>;
}

export interface JournalCheckTable {
  is_only: Generated<boolean>;
  checked_at: Date | null;
}

export interface LastBackupTable {
  is_only: Generated<boolean>;
  begun_at: Date;
}

export interface JobTable {
  name: string;
  run: Generated<number>;
  position: unknown;
  progress: unknown;
  started_at: Generated<Date>;
  updated_at: Generated<Date>;
  finished_at: Date | null;
  failure: string | null;
  report: unknown;
}

export interface JobRequestTable {
  name: string;
  paused: Generated<boolean>;
  paused_at: Date | null;
  paused_by: string | null;
  start_wished: Date | null;
  start_wished_by: string | null;
}

export interface RetiredObjectTable {
  key: string;
  au_id: number;
  remove_at: Date | null;
}

export interface SweptObjectTable {
  key: string;
  swept_at: Generated<Date>;
}

export interface PurgeTable {
  id: string;
  au_id: number;
  segment_id: number | null;
  sha256: Buffer;
  ordered_at: Generated<Date>;
  ordered_by: string;
  reason: string;
  erased_at: Date | null;
  locked: JSONColumnType<LockedCopies | null>;
  retry_at: Date | null;
}

export interface HoldTable {
  id: string;
  au_id: number;
  artifact_id: string | null;
  placed_at: Generated<Date>;
  placed_by: string;
  reason: string;
  until: Date | null;
}

export interface LegalHoldTable {
  key: string;
  store: string;
  placed_at: Date | null;
}

export interface DamageTable {
  artifact_id: string;
  in_payload: boolean;
  in_companions: Generated<boolean>;
  segment_id: number;
  au_id: number;
  reason: string;
  found_ms: number;
}

export interface StrayObjectTable {
  key: string;
  size_bytes: number;
  reason: string;
  found_ms: number;
}
