// Location and format of the configuration journal in the object store.
import type { JournalHeader, JournalLocation } from '@holdfast/journal';
import type { Database } from '@holdfast/pg-kit';
import type { Log, StorageSpace } from '@holdfast/service-kit';
import type { ConfigSchema } from '../index/schema/schema.ts';

export const CONFIGURATION_PREFIX = 'config/journal/';
export const CONFIGURATION_FORMAT = 'holdfast-configuration-journal/1';

/** First line of each journal object. */
export interface ConfigurationHeader extends JournalHeader {
  /** Sequence number of the previous complete object with changes, or 0. A rebuild uses it to detect gaps. */
  readonly follows: number;
  /** Columns of each journaled table. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** Fields that the configuration service adds to the last line of each object. */
export interface ConfigurationTrailer {
  /** Last value of each identity column, keyed by `table.column`. */
  readonly identities: Readonly<Record<string, number>>;
}

export interface JournalDeps {
  /** Connection pool of the journal, without a statement timeout. */
  readonly database: Database<ConfigSchema>;
  readonly place: JournalLocation;
  readonly log: Log;
  newId(): string;
  /** Free space of the disks; shipping pauses while there is too little. If undefined, shipping never pauses. */
  readonly room?: StorageSpace | undefined;
}
