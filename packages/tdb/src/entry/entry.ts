// Entries of a title database, and warnings about its sources.
import { createHash } from 'node:crypto';

/** One AU. Maps contain text without NUL characters and unpaired surrogates. */
export interface TdbEntry {
  /** Line in the source, from 1. */
  readonly line: number;
  /** Column in characters, from 1. Unknown for entries of a configuration. */
  readonly column?: number;
  /** Name of the entry in a configuration. AUs of a `.tdb` text have none. */
  readonly entryName?: string;
  readonly name: string;
  readonly pluginId: string;
  /** Given name, or `Publisher of […]`. */
  readonly publisher: string;
  /** Name of the journal, book or series: as given, or derived from the name of the AU. */
  readonly title: string;
  /** Identifier of the title, if given. */
  readonly journalId?: string;
  /** Parameters for the AUID if the plugin, which defines them, is not available. */
  readonly definitional: Readonly<Record<string, string>>;
  /** All parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters that an AU added from this entry gets: all except the default-only ones. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly attrs: Readonly<Record<string, string>>;
  readonly props: Readonly<Record<string, string>>;
  readonly year?: string;
  /** Status keyword of a `.tdb` text. */
  readonly status?: string;
  /** Whether the publisher no longer offers the AU. */
  readonly down: boolean;
}

export interface TdbWarning {
  /** Name of the source, as passed to the reader. */
  readonly source: string;
  readonly line: number;
  /** Column in characters, from 1. Unknown for entries of a configuration. */
  readonly column?: number;
  readonly message: string;
}

/** Entries and warnings read since the last batch. Either list may be empty. */
export interface TdbBatch {
  readonly entries: readonly TdbEntry[];
  readonly warnings: readonly TdbWarning[];
}

/**
 * Returns the identity of an AU: the MD5 of its plugin and all its parameters, as a UUID. It does not depend on the
 * order of the parameters.
 */
export function computeAuIdentity({ pluginId, params }: Pick<TdbEntry, 'pluginId' | 'params'>): string {
  const keys = Object.keys(params).sort();
  const text = JSON.stringify([pluginId, ...keys.flatMap((key) => [key, params[key]])]);
  const digest = createHash('md5').update(text).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Formats a warning as `file.tdb:12:7: message`. */
export function formatWarning({ source, line, column, message }: TdbWarning): string {
  return `${source}:${line}${column === undefined ? '' : `:${column}`}: ${message}`;
}
