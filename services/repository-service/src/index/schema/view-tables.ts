// Kysely types of the tables that the console shows: growth, imports and failures.
import type { Generated } from 'kysely';

export interface GrowthTable {
  slot: number;
  aus: number;
  artifacts: number;
  content_bytes: number;
  stored_bytes: number;
}

export interface ImportTable {
  id: string;
  started_ms: number;
  seen_ms: number;
  ended_ms: number | null;
  outcome: string | null;
  failure: string | null;
  user_name: string | null;
  request_id: string;
  namespace: string;
  auid: string;
  file_name: string | null;
  request_bytes: number | null;
  upload_bytes: number;
  ok: number;
  duplicate: number;
  excluded: number;
  error: number;
}

export interface FailureTable {
  id: Generated<number>;
  at_ms: number;
  request_id: string;
  operation: string;
  method: string;
  status: number | null;
  user_name: string | null;
  detail: string;
}
