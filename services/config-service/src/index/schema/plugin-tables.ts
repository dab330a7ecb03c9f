// Tables of plugins. migrations/first/plugins.ts documents the columns.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Header fields of a response. Valid only for the body with this digest. */
export interface DownloadHeaders {
  readonly sha256: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

export interface PluginTables {
  plugin: {
    plugin_id: string;
    name: string;
    version: string;
    type: string;
    registry: string | null;
    url: string | null;
    publishing_platform: string | null;
    definition: JSONColumnType<Readonly<Record<string, string>>>;
    rules: JSONColumnType<Readonly<Record<string, unknown>>>;
    parameters: JSONColumnType<readonly object[]>;
  };
  plugin_download: {
    url: string;
    final_url: string;
    etag: string | null;
    last_modified: string | null;
    media_type: string | null;
    body: Buffer;
    fetched_ms: number;
    sha256: GeneratedAlways<string>;
    head: JSONColumnType<DownloadHeaders> | null;
  };
  registry_file: {
    registry: string;
    url: string;
    place: number;
    kind: string;
    usable: boolean;
    signed_by: string | null;
    problem: string | null;
    stored_sha256: Generated<string | null>;
    stored_uuid: Generated<string | null>;
    stored_version: Generated<number | null>;
    stored_ms: Generated<number | null>;
    store_problem: Generated<string | null>;
  };
}
