// Kysely types of the tables of requested fixity checks (migrations/first/checks.ts).
import type { Generated, JSONColumnType } from 'kysely';
import type { CheckException, CheckScope, CheckState, CheckStores } from '../../domain/fixity-check.ts';

export interface FixityRunTable {
  id: string;
  scope: JSONColumnType<CheckScope>;
  namespace: string | null;
  auid: string | null;
  stores: CheckStores;
  requested_by: string;
  requested_at: Generated<Date>;
  schedule_id: string | null;
  reason: string | null;
  state: Generated<CheckState>;
  started_at: Date | null;
  ended_at: Date | null;
  position: string | null;
  software: string | null;
  previous_id: string | null;
  requested: number | null;
  intact: Generated<number>;
  damaged: Generated<number>;
  missing: Generated<number>;
  unreadable: Generated<number>;
  not_checked: Generated<number>;
  repaired: Generated<number>;
  bytes: Generated<number>;
  away_since: Date | null;
  document: string | null;
  failure: string | null;
}

export interface FixityRunItemTable {
  run_id: string;
  artifact_id: string;
}

export interface FixityRunStoreTable {
  run_id: string;
  store: string;
  copies: number;
  bytes: number;
  damaged: number;
  missing: number;
  unreachable: number;
  repaired: number;
}

export interface FixityRunExceptionTable {
  run_id: string;
  artifact_id: string;
  namespace: string;
  auid: string;
  url: string;
  outcome: CheckException['outcome'];
  store: string | null;
  reason: string;
  repaired_from: string | null;
}

export interface FixityScheduleTable {
  id: string;
  scope: JSONColumnType<CheckScope>;
  namespace: string;
  auid: string | null;
  stores: CheckStores;
  period_days: number;
  next_at: Date;
  created_by: string;
  created_at: Generated<Date>;
}
