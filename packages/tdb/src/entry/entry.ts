// An AU of the title database as its source tells it, and what is said about sources that tell it badly.
import { createHash } from 'node:crypto';

/** One AU. Maps hold text without NUL characters and without halves of surrogate pairs. */
export interface TdbEntry {
  /** Where it stands in its source, from 1. */
  readonly line: number;
  /** In characters, from 1; not known for entries of a configuration. */
  readonly column?: number;
  /** The name of the entry in a configuration; AUs of a `.tdb` text have none. */
  readonly entryName?: string;
  readonly name: string;
  readonly pluginId: string;
  /** Given, or `Publisher of […]`. */
  readonly publisher: string;
  /** Name of the journal, book or series: given, or made from the name of the AU. */
  readonly title: string;
  /** Given identifier of the title. */
  readonly journalId?: string;
  /** The parameters that make the AUID when the plugin, which would know, is not there. */
  readonly definitional: Readonly<Record<string, string>>;
  /** All parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The parameters that an AU added from this entry gets: all but the default-only ones. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly attrs: Readonly<Record<string, string>>;
  readonly props: Readonly<Record<string, string>>;
  readonly year?: string;
  /** The status word of a `.tdb` text. */
  readonly status?: string;
  /** No longer to be had from its publisher. */
  readonly down: boolean;
}

export interface TdbWarning {
  /** The name that the reader was told to call the source by. */
  readonly source: string;
  readonly line: number;
  /** In characters, from 1; not known for entries of a configuration. */
  readonly column?: number;
  readonly message: string;
}

/** All that was read since the last batch; either list may be empty. */
export interface TdbBatch {
  readonly entries: readonly TdbEntry[];
  readonly warnings: readonly TdbWarning[];
}

/**
 * What makes two entries the same AU, their plugin and all of their parameters, as an MD5 written as a UUID. It is the
 * same whatever the order of the parameters.
 */
export function identityOf({ pluginId, params }: Pick<TdbEntry, 'pluginId' | 'params'>): string {
  const keys = Object.keys(params).sort();
  const text = JSON.stringify([pluginId, ...keys.flatMap((key) => [key, params[key]])]);
  const digest = createHash('md5').update(text).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A warning as people read it: `file.tdb:12:7: message`. */
export function formatWarning({ source, line, column, message }: TdbWarning): string {
  return `${source}:${line}${column === undefined ? '' : `:${column}`}: ${message}`;
}
