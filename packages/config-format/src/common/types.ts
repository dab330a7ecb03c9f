// Types of properties and of options for reading, and the error for bad files.

/**
 * One property. Properties come in file order. A later property replaces an earlier one with the same key, unless it
 * appends.
 */
export interface Property {
  /** Full name, with dots. */
  readonly key: string;
  /** A list is an array; every other value is text. */
  readonly value: string | readonly string[];
  /** First line of the property, from 1. */
  readonly line: number;
  /** Whether to append the values to existing ones (see `addProperty`). */
  readonly append?: boolean;
  /** Set for properties below `entriesUnder`. */
  readonly entry?: PropertyEntry;
}

/**
 * A group of properties under a common parent, such as one title under `org.lockss.title`. All properties of an entry
 * share one object. In real title databases, several entries may have the same name, but each entry has a different
 * number.
 */
export interface PropertyEntry {
  /** Counts from 1 in file order. */
  readonly number: number;
  /**
   * Name of the entry. In XML it may contain dots. A property's full name consists of the parent, this name, and the
   * key within the entry, joined by dots.
   */
  readonly name: string;
  readonly line: number;
}

export type ConfigurationFormat = 'xml' | 'properties';

/** Facts that conditions are evaluated against. A condition on an unknown fact is false. */
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
  /** Facts about the platform. If absent, only unconditional properties are returned. */
  readonly platform?: PlatformFacts;
  /** Parent key, such as `org.lockss.title`, whose children are entries. */
  readonly entriesUnder?: string;
  /** Called for accepted oddities, such as unknown conditions. */
  readonly warn?: (warning: { readonly message: string; readonly line: number }) => void;
  readonly limits?: Partial<ReadLimits>;
  readonly signal?: AbortSignal;
  /**
   * Names that properties files may use. `dotted` (default) refuses files with other names, so that JSON, YAML, CSV,
   * scripts and plain text are not mistaken for properties. Does not affect XML, where names are explicit.
   */
  readonly names?: 'dotted' | 'any';
}

/** Limits that bound memory and time. A file that exceeds one is refused. */
export interface ReadLimits {
  /** Bytes of the file; default 1 GiB. */
  readonly fileBytes: number;
  /** Nesting depth of elements; default 40. */
  readonly depth: number;
  /** Characters of a full key; default 8,192. */
  readonly keyLength: number;
  /** Characters of a value, logical line, tag or comment; default 1,048,576. */
  readonly valueLength: number;
  /** Characters of all values of a list; default 4,194,304. */
  readonly listLength: number;
}

/** The file cannot be read as configuration. `message` is a plain sentence without the position. */
export class BadConfigurationError extends Error {
  override readonly name = 'BadConfigurationError';
  /** Line number from 1. */
  readonly line: number;
  /** Column in characters, from 1. */
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
