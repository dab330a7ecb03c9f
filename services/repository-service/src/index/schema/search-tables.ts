// Kysely types of the tables of the search for part of a URL.
import type { Generated } from 'kysely';

export interface UrlSearchTable {
  namespace_id: number;
  url_hash: string;
  url: string;
}

export interface UrlSearchQueueTable {
  segment_id: number;
  queued_at: Generated<Date>;
}

export interface UrlSearchStateTable {
  is_only: Generated<boolean>;
  mode: 'pages' | 'all';
  seeded_at: Generated<Date>;
  filled_at: Date | null;
  failure: string | null;
  walked_namespace: Generated<number>;
  walked_hash: Generated<string>;
  walk_ended_at: Date | null;
}
