// Types that describe settings and the kinds of their values. read-settings.ts reads the settings.

interface CommonSpec<T> {
  /** Name of the environment variable. The variable NAME_FILE may instead contain the path of a file with the value. */
  readonly name: string;
  /** Purpose of the setting in one phrase, for docs/settings.md. Required for every environment variable. */
  readonly about?: string;
  /** Description of a computed default for docs/settings.md: it depends on the machine or on other settings. */
  readonly defaultText?: string;
  /**
   * Value if the variable is unset or empty. Without a default, the value is then undefined, or startup fails if the
   * setting is `required`.
   */
  readonly default?: T;
  readonly required?: boolean;
}

export interface StringSpec extends CommonSpec<string> {
  readonly kind: 'string';
  readonly pattern?: RegExp;
  readonly maxLength?: number;
}
/** Secret text. `describe()` redacts it. */
export interface SecretSpec extends CommonSpec<string> {
  readonly kind: 'secret';
  readonly minLength?: number;
}
/** Limit that must not exceed another limit, or that is divided among workers. */
interface LimitSpec {
  /** Name of the setting that must not be exceeded. A larger default is lowered to it. */
  readonly atMost?: string;
  /** Minimum share of one worker. If undefined, the limit is not divided: it applies to each worker. */
  readonly leastOfWorker?: number;
}
export interface IntegerSpec extends CommonSpec<number>, LimitSpec {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
}
/** Port number, 0 to 65,535. 0 lets the operating system choose a port. */
export interface PortSpec extends CommonSpec<number> {
  readonly kind: 'port';
}
/** Boolean, written `true`, `yes`, `on`, `1` or `false`, `no`, `off`, `0`. */
export interface BooleanSpec extends CommonSpec<boolean> {
  readonly kind: 'boolean';
}
/** Absolute URL. `describe()` hides its password. `protocols`: allowed protocols, such as `['http:', 'https:']`. */
export interface UrlSpec extends CommonSpec<string> {
  readonly kind: 'url';
  readonly protocols?: readonly string[];
  /** Allows several hosts, separated by commas. */
  readonly severalHosts?: boolean;
  /**
   * Name of the setting that contains the path of the certificate authority file. Only for PostgreSQL URLs.
   * `readSettings` adds the path to the URL.
   */
  readonly authorities?: string;
}
export interface EnumSpec<Value extends string = string> extends CommonSpec<Value> {
  readonly kind: 'enum';
  readonly values: readonly Value[];
}
/** Duration, written `250ms`, `30s`, `5m`, `2h` or `1d`. The value is in milliseconds. */
export interface DurationSpec extends CommonSpec<number>, LimitSpec {
  readonly kind: 'duration';
  readonly min?: number;
  readonly max?: number;
}
/**
 * Size, written `4096`, `64KiB`, `8MiB`, `1GiB`, `2TiB` (or kB, MB, GB, TB, powers of 1,000). The value is in bytes.
 */
export interface BytesSpec extends CommonSpec<number>, LimitSpec {
  readonly kind: 'bytes';
  readonly min?: number;
  readonly max?: number;
}
/** Value with its own format. `parse` throws an Error whose message describes the fault. */
export interface ParsedSpec<T = unknown> extends CommonSpec<T> {
  readonly kind: 'parsed';
  /** Allowed values, for docs/settings.md. */
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

type PlainValue<S> = S extends { kind: 'enum'; values: readonly (infer Value)[] }
  ? Value
  : S extends { kind: 'parsed'; parse: (text: string) => infer T }
    ? T
    : S extends { kind: 'boolean' }
      ? boolean
      : S extends { kind: 'integer' | 'port' | 'duration' | 'bytes' }
        ? number
        : string;

/** Type of a setting's value. Includes undefined, unless the setting has a default or is required. */
export type SettingValue<S> = S extends { required: true }
  ? PlainValue<S>
  : S extends { default: infer D }
    ? undefined extends D
      ? PlainValue<S> | undefined
      : PlainValue<S>
    : PlainValue<S> | undefined;
