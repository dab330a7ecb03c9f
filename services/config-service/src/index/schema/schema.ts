// The tables of the service as Kysely sees them; `migrations/` makes them and says what each column means.
// Every subject has a file of its own: what is known of plugins, of AUs, of the configuration, of titles, of accounts.
import type { Executor } from '@holdfast/pg-kit';
import type { AccountTables } from './account-tables.ts';
import type { AuTables } from './au-tables.ts';
import type { ConfigurationTables } from './configuration-tables.ts';
import type { PluginTables } from './plugin-tables.ts';
import type { TitleTables } from './title-tables.ts';

export interface ConfigSchema
  extends AccountTables,
    AuTables,
    ConfigurationTables,
    PluginTables,
    TitleTables {}

/** The database, or a transaction on it. */
export type Db = Executor<ConfigSchema>;
