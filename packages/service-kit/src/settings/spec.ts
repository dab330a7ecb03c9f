// What a setting can be, and the type each kind gives. Types only; read-settings.ts reads them.

interface Common<T> {
  /** The environment variable; the variable with `_FILE` appended may name a file that holds the value. */
  readonly name: string;
  /** Its purpose, in one phrase. docs/settings.md is made from it; every environment variable must have it. */
  readonly about?: string;
  /** Stands in docs/settings.md for a default that depends on the machine or on other settings. */
  readonly defaultText?: string;
  /** Value when the variable is unset or empty. Without one the setting is undefined, unless `required`. */
  readonly default?: T;
  readonly required?: boolean;
}

export interface StringSpec extends Common<string> {
  readonly kind: 'string';
  readonly pattern?: RegExp;
  readonly maxLength?: number;
}
/** Never shown by describe(). */
export interface SecretSpec extends Common<string> {
  readonly kind: 'secret';
  readonly minLength?: number;
}
/** A limit that stands under another one. */
interface Bounded {
  /**
   * Name of the setting of the same table and kind that this one must not exceed. A default that would is lowered
   * to it.
   */
  readonly atMost?: string;
  /**
   * It is a limit of the service as a whole, and divided among its workers; each has at least so much. Undefined: it holds
   * for each worker.
   */
  readonly leastOfWorker?: number;
}
export interface IntegerSpec extends Common<number>, Bounded {
  readonly kind: 'integer';
  readonly min?: number;
  readonly max?: number;
}
/** 0 to 65,535; 0 lets the system choose. */
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
/** Anything else: `parse` throws an Error whose message says in plain words what is wrong. */
export interface ParsedSpec<T = unknown> extends Common<T> {
  readonly kind: 'parsed';
  /** The allowed values, as docs/settings.md words them. */
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

/** The value's own type where there is a default or it is required; otherwise it may be undefined. */
export type ValueOf<S> = S extends { required: true }
  ? Plain<S>
  : S extends { default: infer D }
    ? undefined extends D
      ? Plain<S> | undefined
      : Plain<S>
    : Plain<S> | undefined;
