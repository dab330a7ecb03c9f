// Reads settings from environment variables, or from files that NAME_FILE variables name. Reports the faults of all
// settings together. The caller passes the environment.
import { readFileSync, statSync } from 'node:fs';
import { findNearestName } from '../text/nearest-name.ts';
import { addDatabaseAuthorities } from './database-authorities.ts';
import { hidePasswords, type ListedSetting, listSettings } from './list-settings.ts';
import { parseValue } from './parse-value.ts';
import type { SettingSpec, SettingsSpec, SettingValue } from './spec.ts';

export type Environment = { readonly [name: string]: string | undefined };

export type Settings<Spec extends SettingsSpec> = {
  readonly [Key in keyof Spec]: SettingValue<Spec[Key]>;
} & {
  /** Returns the settings by variable name for the log. Secrets and passwords are redacted. */
  describe(): Readonly<Record<string, string>>;
  /** Lists the settings for administrators, without secrets. */
  list(): readonly ListedSetting[];
  /** Returns the values of all secrets, so that the caller can remove them from texts. */
  secrets(): readonly string[];
};

/** Thrown for invalid settings. `faults` contains one sentence per fault, which begins with the variable's name. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const MAX_FILE_BYTES = 64 * 1024;

/**
 * Returns the settings as a frozen object. Throws SettingsError. `judge` returns one sentence for each contradiction
 * between settings. It is also called if some values are invalid and therefore missing. Sentences that mention an
 * invalid setting are then dropped.
 */
export function readSettings<const Spec extends SettingsSpec>(
  env: Environment,
  spec: Spec,
  judge: (values: Settings<Spec>) => readonly string[] = () => [],
): Settings<Spec> {
  const faults: string[] = [];
  const faulty: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(spec)) {
    try {
      values[key] = readOne(env, setting);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      faulty.push(setting.name);
    }
  }
  faults.push(...addDatabaseAuthorities(spec, values));
  const together = [...applyUpperLimits(env, spec, values), ...judge(values as Settings<Spec>)];
  faults.push(...together.filter((fault) => !faulty.some((name) => fault.includes(name))));
  if (faults.length > 0) throw new SettingsError(faults);
  Object.defineProperties(values, {
    describe: { value: () => describeAll(spec, values) },
    list: { value: () => listSettings({ env, spec, values }) },
    secrets: { value: () => listSecretValues(spec, values) },
  });
  return Object.freeze(values) as Settings<Spec>;
}

function readOne(env: Environment, setting: SettingSpec): unknown {
  const { text, from } = readSettingText(env, setting.name);
  if (text === undefined) {
    if (setting.required === true) throw new Error(`${setting.name} must be set (or ${setting.name}_FILE)`);
    return setting.default;
  }
  try {
    return parseValue(setting, text);
  } catch (error) {
    throw new Error(`${from} ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Checks settings that must not exceed another setting. Lowers a default that exceeds it. */
function applyUpperLimits(env: Environment, spec: SettingsSpec, values: Record<string, unknown>): string[] {
  return Object.entries(spec).flatMap(([key, setting]) => {
    if (!('atMost' in setting)) return [];
    const [upperKey] = Object.entries(spec).find(([, { name }]) => name === setting.atMost) ?? [];
    const [value, upper] = [values[key], upperKey === undefined ? undefined : values[upperKey]];
    if (typeof value !== 'number' || typeof upper !== 'number' || value <= upper) return [];
    if (isSet(env, setting.name)) {
      return [`${setting.name} must be at most ${setting.atMost}, which is ${upper}, not ${value}`];
    }
    values[key] = upper;
    return [];
  });
}

function isSet(env: Environment, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`]);
}

function readSettingText(env: Environment, name: string): { text: string | undefined; from: string } {
  const direct = env[name] === '' ? undefined : env[name];
  const fileName = `${name}_FILE`;
  const file = env[fileName] === '' ? undefined : env[fileName];
  if (file === undefined) return { text: direct, from: name };
  if (direct !== undefined) throw new Error(`${name} and ${fileName} are both set; only one may be`);
  return { text: readSettingFile(fileName, file), from: `${fileName}: its content` };
}

function readSettingFile(fileName: string, file: string): string {
  let text: string;
  try {
    if (statSync(file).size > MAX_FILE_BYTES) throw new Error('it is too large');
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${fileName} names a file that cannot be read (${code ?? message})`);
  }
  // Removes the line break that editors and `echo` add at the end of a file.
  const value = text.replace(/\r?\n$/, '');
  if (value === '') throw new Error(`${fileName} names an empty file`);
  return value;
}

function describeAll(spec: SettingsSpec, values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(spec).map(([key, setting]) => [setting.name, formatLoggedValue(setting, values[key])]),
  );
}

function listSecretValues(spec: SettingsSpec, values: Record<string, unknown>): string[] {
  return Object.entries(spec).flatMap(([key, { kind }]) => {
    const value = values[key];
    return kind === 'secret' && typeof value === 'string' ? [value] : [];
  });
}

function formatLoggedValue(setting: SettingSpec, value: unknown): string {
  if (value === undefined) return '(not set)';
  if (setting.kind === 'secret') return '(set, hidden)';
  if (setting.kind === 'url') return hidePasswords(String(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Environment variables of OpenSSL with names that resemble settings. */
const FOREIGN_VARIABLES = new Set(['SSL_CERT_FILE', 'SSL_CERT_DIR']);

/**
 * Returns a sentence for each environment variable whose name is probably a misspelt setting. `names` contains the
 * program's settings. Names with `_FILE` appended are also valid.
 */
export function describeMisspeltSettings(environment: Environment, names: readonly string[]): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  const isKnown = (name: string) => known.has(name) || FOREIGN_VARIABLES.has(name);
  return Object.keys(environment)
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && environment[name] && !isKnown(name))
    .sort()
    .flatMap((name) => {
      const nearest = findNearestName(name, known);
      return nearest === undefined ? [] : [`${name} is no setting; did you mean ${nearest}?`];
    });
}
