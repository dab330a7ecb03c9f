// Types of settings, and the value type of each kind. Types only; read-settings.ts reads them.

interface Common<T> {
  /** Environment variable. With `_FILE` appended it may name a file that contains the value. */
  readonly name: string;
  /** Purpose in one phrase, for docs/settings.md. Required for every environment variable. */
  readonly about?: string;
  /** Text in docs/settings.md for a default that depends on the machine or on other settings. */
  readonly defaultText?: string;
  /** Value if the variable is unset or empty. Without a default the setting is undefined, unless `required`. */
  readonly default?: T;
  readonly required?: boolean;
}

export interface StringSpec extends Common<string> {
  readonly kind: 'string';
  readonly pattern?: RegExp;
  readonly maxLength?: number;
}
/** A secret text. `describe()` never shows it. */
export interface SecretSpec extends Common<string> {
  readonly kind: 'secret';
  readonly minLength?: number;
}
/** A limit that relates to another limit. */
interface Bounded {
  /** Name of another setting of the same kind, which is the maximum of this one. A larger default is lowered to it. */
  readonly atMost?: string;
  /**
   * Minimum share of each worker, if the limit applies to the whole service and is divided among its workers. If
   * undefined, the limit applies to each worker.
   */
  readonly leastOfWorker?: number;
}
export interface IntegerSpec extends Common<number>, Bounded {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
}
/** 0 to 65,535. 0: the system chooses a port. */
export interface PortSpec extends Common<number> {
  readonly kind: 'port';
}
/** `true`, `yes`, `on`, `1` or `false`, `no`, `off`, `0`. */
export interface BooleanSpec extends Common<boolean> {
  readonly kind: 'boolean';
}
/** An absolute URL; describe() hides its password. `protocols` such as `['http:', 'https:']`. */
export interface UrlSpec extends Common<string> {
  readonly kind: 'url';
  readonly protocols?: readonly string[];
  /** Accepts several hosts, separated by commas. */
  readonly severalHosts?: boolean;
  /**
   * For PostgreSQL: the name of another setting of the same program. That setting names the file of authorities that
   * may sign the server's certificate. `readSettings` adds the file to the URL.
   */
  readonly authorities?: string;
}
export interface EnumSpec<Value extends string = string> extends Common<Value> {
  readonly kind: 'enum';
  readonly values: readonly Value[];
}
/** Milliseconds, written `250ms`, `30s`, `5m`, `2h` or `1d`. */
export interface DurationSpec extends Common<number>, Bounded {
  readonly kind: 'duration';
  readonly min?: number;
  readonly max?: number;
}
/** Bytes, written `4096`, `64KiB`, `8MiB`, `1GiB`, `2TiB` (or kB, MB, GB, TB, powers of 1,000). */
export interface BytesSpec extends Common<number>, Bounded {
  readonly kind: 'bytes';
  readonly min?: number;
  readonly max?: number;
}
/** Any other value. `parse` throws an Error whose message describes the fault in plain words. */
export interface ParsedSpec<T = unknown> extends Common<T> {
  readonly kind: 'parsed';
  /** The allowed values, as described in docs/settings.md. */
  readonly values?: string;
  readonly parse: (text: string) => T;
}

export type SettingSpec =
  | StringSpec
  | SecretSpec
  | IntegerSpec
  | PortSpec
  | BooleanSpec
  | UrlSpec
  | EnumSpec
  | DurationSpec
  | BytesSpec
  | ParsedSpec;

export type SettingsSpec = { readonly [key: string]: SettingSpec };

type Plain<S> = S extends { kind: 'enum'; values: readonly (infer Value)[] }
  ? Value
  : S extends { kind: 'parsed'; parse: (text: string) => infer T }
    ? T
    : S extends { kind: 'boolean' }
      ? boolean
      : S extends { kind: 'integer' | 'port' | 'duration' | 'bytes' }
        ? number
        : string;

/** The value's type. Includes undefined unless there is a default or the setting is required. */
export type SettingValue<S> = S extends { required: true }
  ? Plain<S>
  : S extends { default: infer D }
    ? undefined extends D
      ? Plain<S> | undefined
      : Plain<S>
    : Plain<S> | undefined;
