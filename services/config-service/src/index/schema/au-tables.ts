// The tables of AUs and their state documents; migrations/first/aus.ts says what each column means.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AuConfigurationMap, JsonObject } from '../../domain/aus/documents.ts';

export interface AuTables {
  au_configuration: {
    auid: string;
    au_number: GeneratedAlways<number>;
    plugin_id: string;
    configuration: JSONColumnType<AuConfigurationMap>;
    inactive: Generated<boolean>;
    created_ms: number;
    updated_ms: number;
    made_name: string | null;
    name_rule: string | null;
  };
  au_state: { auid: string; document: JSONColumnType<JsonObject> };
  au_agreement: { auid: string; peer_id: string; entry: JSONColumnType<JsonObject> };
  au_suspect_urls: { auid: string; document: JSONColumnType<JsonObject> };
  au_size: { auid: string; content_bytes: number; disk_bytes: number; measured_ms: number };
  no_au_peers: { auid: string; document: JSONColumnType<JsonObject> };
}
