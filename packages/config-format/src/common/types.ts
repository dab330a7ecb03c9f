// Types of properties and read options, and the error for invalid files.

/** One property, in file order. A later property replaces an earlier one with the same key, unless `append` is set. */
export interface Property {
  /** Full key, with dots. */
  readonly key: string;
  /** Value of the property: an array for a list, otherwise text. */
  readonly value: string | readonly string[];
  /** First line of the property, starting at 1. */
  readonly line: number;
  /** True if the value is appended to existing values (see `addProperty`). */
  readonly append?: boolean;
  /** Entry that contains the property. Undefined for properties that are not below `entriesUnder`. */
  readonly entry?: PropertyEntry;
}

/**
 * Properties under a common parent key, such as one title under `org.lockss.title`. All properties of an entry share
 * one PropertyEntry object. Several entries may have the same name, as in real title databases, but their numbers
 * differ.
 */
export interface PropertyEntry {
  /** Sequence number of the entry in the file, starting at 1. */
  readonly number: number;
  /**
   * Name of the entry, which may contain dots in XML. The full key of a property consists of the parent key, this name,
   * and the key within the entry, joined by dots.
   */
  readonly name: string;
  readonly line: number;
}

export type ConfigurationFormat = 'xml' | 'properties';

/** Facts about the node, with which conditions in XML are evaluated. A condition on an unknown fact is false. */
export interface PlatformFacts {
  readonly groups: readonly string[];
  readonly hostname?: string | undefined;
  readonly hostIP?: string | undefined;
  readonly serviceName?: string | undefined;
  readonly serviceAbbrev?: string | undefined;
  readonly daemonVersion?: string | undefined;
  readonly platformName?: string | undefined;
  readonly platformVersion?: string | undefined;
}

export interface ConfigurationReadOptions {
  readonly format: ConfigurationFormat;
  /** Facts about the node. If undefined, all facts are unknown. */
  readonly platform?: PlatformFacts;
  /** Parent key of entries, such as `org.lockss.title`. Each child of this key is an entry. */
  readonly entriesUnder?: string;
  /** Called for faults that are tolerated, such as conditions with unknown names. */
  readonly warn?: (warning: { readonly message: string; readonly line: number }) => void;
  readonly limits?: Partial<ReadLimits>;
  readonly signal?: AbortSignal;
  /**
   * Names that are allowed in properties files. `dotted` (default) rejects files with other names, so that JSON, YAML,
   * CSV, scripts and plain text are not mistaken for properties. Ignored for XML, whose syntax marks names explicitly.
   */
  readonly names?: 'dotted' | 'any';
}

/** Limits on memory and time. A file that exceeds a limit is rejected. */
export interface ReadLimits {
  /** Maximum file size in bytes. Default: 1 GiB. */
  readonly fileBytes: number;
  /** Maximum nesting depth of elements. Default: 40. */
  readonly depth: number;
  /** Maximum length of a full key, in characters. Default: 8,192. */
  readonly keyLength: number;
  /** Maximum length of a value, logical line, tag or comment, in characters. Default: 1,048,576. */
  readonly valueLength: number;
  /** Maximum total length of the values of a list, in characters. Default: 4,194,304. */
  readonly listLength: number;
}

/**
 * Thrown if a file is not a valid configuration. The message is written for users and does not contain the position.
 */
export class BadConfigurationError extends Error {
  override readonly name = 'BadConfigurationError';
  /** Line number, starting at 1. */
  readonly line: number;
  /** Column in UTF-16 code units, starting at 1. Also 1 if only the line is known. */
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
