// What a configuration file is read into, and what reading is told. Types and the one error; nothing that runs.

/** One property in the order of the file. The same key may come again: the later one counts, unless it appends. */
export interface Property {
  /** The whole name, joined with dots. */
  readonly key: string;
  /** A list arrives whole, as an array; everything else is text. */
  readonly value: string | readonly string[];
  /** Line of the file on which it begins, from 1. */
  readonly line: number;
  /** Its values are to be added to those the key has already (see `addProperty`). */
  readonly append?: boolean;
  /** Set for what lies under `entriesUnder`. */
  readonly entry?: Entry;
}

/**
 * A group of properties under a common parent, such as one title under `org.lockss.title`. Two entries of one name
 * are told apart by their numbers (real title databases hold such); all properties of an entry share one object.
 */
export interface Entry {
  /** From 1, in the order of the file. */
  readonly number: number;
  /** May hold dots in XML. The rest of the key, after the parent's name, this name and a dot, is within the entry. */
  readonly name: string;
  readonly line: number;
}

export type ConfigurationFormat = 'xml' | 'properties';

/** The facts that conditions are judged by. A condition on an unknown one is false. */
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

export interface ReadOptions {
  readonly format: ConfigurationFormat;
  /** Default: nothing is known, so only what no condition guards is given. */
  readonly platform?: PlatformFacts;
  /** A key, such as `org.lockss.title`, whose children are to be told apart as entries. */
  readonly entriesUnder?: string;
  /** Told of what is odd but no error, such as a condition nobody knows. */
  readonly warn?: (warning: { readonly message: string; readonly line: number }) => void;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  /**
   * Names that properties files may use. `dotted` (default) refuses a file with another kind of name, so that JSON, YAML,
   * CSV, scripts and plain text are not taken for properties. XML names its properties explicitly and is not affected.
   */
  readonly names?: 'dotted' | 'any';
}

/** A file beyond these bounds is refused, so that memory and time are bounded whatever it holds. */
export interface Limits {
  /** The whole file; default 1 GiB. */
  readonly fileBytes: number;
  /** Elements within elements; default 40. */
  readonly depth: number;
  /** A whole key; default 8,192 characters. */
  readonly keyLength: number;
  /** One value, one logical line, one tag, one comment; default 1,048,576 characters. */
  readonly valueLength: number;
  /** All values of one list together; default 4,194,304 characters. */
  readonly listLength: number;
}

/** The file cannot be read as configuration. `message` is a plain sentence without the place. */
export class BadConfigurationError extends Error {
  override readonly name = 'BadConfigurationError';
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}
