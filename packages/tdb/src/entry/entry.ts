// Types of title database entries, and of warnings about their sources.
import { createHash } from 'node:crypto';

/** Entry for one AU. The strings in its maps contain no NUL characters and no unpaired surrogates. */
export interface TdbEntry {
  /** Line in the source, starting at 1. */
  readonly line: number;
  /** Column in UTF-16 code units, starting at 1. Undefined for entries from a configuration file. */
  readonly column?: number;
  /** Name of the entry in a configuration file. Undefined for AUs in `.tdb` text. */
  readonly entryName?: string;
  readonly name: string;
  readonly pluginId: string;
  /** Publisher name from the source. `Publisher of […]` if the source contains none. */
  readonly publisher: string;
  /** Name of the journal, book or series. Derived from the AU name if the source contains no title. */
  readonly title: string;
  /** Identifier of the title. Undefined if the source contains none. */
  readonly journalId?: string;
  /**
   * Parameters that form the AUID while the plugin is not loaded. A loaded plugin decides which parameters form the
   * AUID.
   */
  readonly definitional: Readonly<Record<string, string>>;
  /** All parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** Configuration parameters of an AU that is added from this entry. Omits parameters with `default_only`. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly attrs: Readonly<Record<string, string>>;
  readonly props: Readonly<Record<string, string>>;
  readonly year?: string;
  /** Status keyword in `.tdb` text. */
  readonly status?: string;
  /** True if the publisher no longer offers the AU. */
  readonly down: boolean;
}

export interface TdbWarning {
  /** Name of the source, as passed to the reader. */
  readonly source: string;
  readonly line: number;
  /** Column in UTF-16 code units, starting at 1. Undefined for entries from a configuration file. */
  readonly column?: number;
  readonly message: string;
}

/** Entries and warnings since the previous batch. Either list may be empty. */
export interface TdbBatch {
  readonly entries: readonly TdbEntry[];
  readonly warnings: readonly TdbWarning[];
}

/**
 * Returns the identity of an AU: the MD5 of its plugin and all its parameters, in the form of a UUID. The order of the
 * parameters does not matter.
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
