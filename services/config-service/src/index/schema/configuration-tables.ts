// Tables of configuration files, sources and loading. migrations/first/configuration.ts documents the columns.
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

export interface ConfigContentTable {
  content_id: Generated<number>;
  sha256: string;
  size_bytes: number;
  created_ms: number;
}

export interface ConfigContentPieceTable {
  content_id: number;
  piece_no: number;
  bytes: Uint8Array;
}

export type FileFormat = 'xml' | 'properties';

export interface ConfigFileTable {
  section: string;
  version: Generated<number>;
  content_id: number | null;
  format: FileFormat | null;
  modified_ms: Generated<number>;
  earlier_modified_ms: Generated<number>;
}

export interface ConfigFileVersionTable {
  section: string;
  version: number;
  content_id: number;
  format: FileFormat;
  modified_ms: number;
  user_name: string;
}

export interface ConfigSourceTable {
  url: string;
  place: number;
  kind: 'configuration' | 'titles';
  required: boolean;
  content_id: number | null;
  format: FileFormat | 'tdb';
  holds_titles: boolean;
  etag: string | null;
  last_modified: string | null;
  modified_ms: number;
  copy_used: boolean;
}

export interface ConfigPropertyTable {
  key: string;
  place: number;
  value: Json<string | readonly string[]>;
}

export interface ConfigLoadTable {
  only_row: Generated<boolean>;
  startup_status: Generated<string>;
  started_ms: number | null;
  ended_ms: number | null;
  changed_ms: number | null;
  fingerprint: string | null;
  loaded_urls: Json<readonly string[]>;
  problems: Json<Readonly<Record<string, readonly string[]>>>;
  problem_counts: Json<Readonly<Record<string, number>>>;
  notice_counts: Json<Readonly<Record<string, number>>>;
  reload_asked: Generated<number>;
  reload_done: Generated<number>;
}

export interface ConfigurationTables {
  config_content: ConfigContentTable;
  config_content_piece: ConfigContentPieceTable;
  config_file: ConfigFileTable;
  config_file_version: ConfigFileVersionTable;
  config_source: ConfigSourceTable;
  config_property: ConfigPropertyTable;
  config_load: ConfigLoadTable;
}
