// The tables of the title database as Kysely sees them; migrations/0004-titles.ts makes them and says what each column
// means. Readers ask the views current_…, which hold the generation being served; join them by their numbers.
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface TitleTables {
  tdb_state: TdbStateTable;
  tdb_load: TdbLoadTable;
  tdb_download: TdbDownloadTable;
  tdb_publisher: TdbPublisherTable;
  tdb_title: TdbTitleTable;
  tdb_au: TdbAuTable;
  current_tdb_publisher: TdbPublisherTable;
  current_tdb_title: TdbTitleTable;
  current_tdb_au: CurrentTdbAuView;
}

type TextMap = JSONColumnType<Record<string, string>>;

export interface TdbStateTable {
  generation: number;
  loaded_ms: number | null;
  fingerprint: string | null;
  sources: JSONColumnType<readonly string[]>;
  problems: JSONColumnType<readonly string[]>;
  duplicates: Generated<number>;
}

export interface TdbLoadTable {
  generation: number;
  started_ms: number;
}

export interface TdbDownloadTable {
  url: string;
  content_id: number;
  etag: string | null;
  last_modified: string | null;
  modified_ms: number;
}

export interface TdbPublisherTable {
  generation: number;
  publisher_no: number;
  name: string;
}

export interface TdbTitleTable {
  generation: number;
  title_no: number;
  publisher_no: number;
  title_key: string;
  name: string;
  id: string;
  proprietary_id: GeneratedAlways<string | null>;
  proprietary_ids: string[];
  declared_type: string | null;
  has_isbn: boolean;
  publication_type: GeneratedAlways<string>;
  issn: string | null;
  issnl: string | null;
  eissn: string | null;
  print_issn: string | null;
  issns: string[];
}

export interface TdbAuTable {
  generation: number;
  au_no: number;
  title_no: number;
  down: boolean;
  identity: string;
  auid: string;
  name: string;
  plugin_id: string;
  year: string | null;
  status: string | null;
  params: TextMap;
  attrs: TextMap;
  props: TextMap;
  default_only: string[];
}

export interface CurrentTdbAuView extends TdbAuTable {
  configuration: TextMap;
}
