// The tables of plugins; migrations/0001-plugins.ts says what each column means.
import type { JSONColumnType } from 'kysely';

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
  };
}
