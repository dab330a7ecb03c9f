// Entries of a title database, and warnings about its sources.
import { createHash } from 'node:crypto';

/** Entry for one AU. The texts in its maps contain no NUL characters and no unpaired surrogates. */
export interface TdbEntry {
  /** Line in the source, from 1. */
  readonly line: number;
  /** Column in characters, from 1. Undefined for entries of a configuration. */
  readonly column?: number;
  /** Name of the entry in a configuration. Undefined for AUs of a `.tdb` text. */
  readonly entryName?: string;
  readonly name: string;
  readonly pluginId: string;
  /** Name in the source, or `Publisher of […]` if it has none. */
  readonly publisher: string;
  /** Name of the journal, book or series. Derived from the name of the AU if the source does not give one. */
  readonly title: string;
  /** Identifier of the title, if given. */
  readonly journalId?: string;
  /**
   * Parameters that the AUID is made from if the plugin is not loaded. A loaded plugin decides itself which parameters
   * belong to the AUID.
   */
  readonly definitional: Readonly<Record<string, string>>;
  /** All parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters that an AU gets when it is added from this entry. Parameters that are only defaults are left out. */
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
  /** Column in characters, from 1. Undefined for entries of a configuration. */
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
