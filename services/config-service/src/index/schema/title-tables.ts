// Tables of the title database. migrations/first/titles.ts documents the columns. The view current_tdb_au contains the
// AUs that queries can see. All rows of the title and publisher tables are visible.
import type { TitleFacts } from '@holdfast/tdb';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

export interface TitleTables {
  tdb_state: TdbStateTable;
  tdb_file: TdbFileTable;
  tdb_fact: TdbFactTable;
  tdb_download: TdbDownloadTable;
  tdb_publisher: TdbPublisherTable;
  tdb_title: TdbTitleTable;
  tdb_au: TdbAuTable;
  current_tdb_au: CurrentTdbAuView;
}

type TextMap = JSONColumnType<Record<string, string>>;

export interface TdbStateTable {
  loaded_ms: number | null;
  fingerprint: string | null;
  problems: JSONColumnType<readonly string[]>;
  duplicates: Generated<number>;
}

export interface TdbFileTable {
  file_no: Generated<number>;
  place: number | null;
  source: string;
  digest: string;
  plugin_ids: string[] | null;
  plugin_rules: string | null;
  au_count: Generated<number>;
  problems: JSONColumnType<readonly string[]>;
  problem_count: Generated<number>;
  started_ms: number;
}

export interface TdbFactTable {
  file_no: number;
  fact_no: number;
  publisher: string;
  title: string;
  facts: JSONColumnType<TitleFacts>;
}

export interface TdbDownloadTable {
  url: string;
  content_id: number;
  etag: string | null;
  last_modified: string | null;
  modified_ms: number;
}

export interface TdbPublisherTable {
  publisher_id: string;
  name: string;
}

export interface TdbTitleTable {
  title_id: string;
  publisher_id: string;
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
  file_no: number;
  au_no: number;
  title_id: string;
  fact_no: number;
  line: number;
  line_column: number | null;
  shadowed: Generated<boolean>;
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
  place: number;
  configuration: TextMap;
}
