// Lists the settings of a program for administrators: current value, origin and purpose of each. Never contains
// secrets.
import { commonSpec } from './common.ts';
import type { SettingSpec, SettingsSpec } from './spec.ts';
import { describeDefault, describeValues, formatSettingValue } from './wording.ts';

export interface ListedSetting {
  readonly name: string;
  readonly group: SettingGroup;
  /** Purpose, in Markdown. */
  readonly about: string;
  /** Current value as an operator would write it. Null if there is none or it is secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  /** True if there is a value. */
  readonly isSet: boolean;
  readonly from: 'default' | 'environment' | 'file';
  /** File that the value was read from, or null. */
  readonly file: string | null;
  /** Default, in Markdown. */
  readonly default: string;
  /** Allowed values, in Markdown. */
  readonly values: string;
}

/** Group of a setting. `both`: each service has it. `own`: only one service has it. */
export type SettingGroup = 'both' | 'own' | 'store' | 'jobs' | 'traces';

const COMMON: ReadonlySet<string> = new Set(Object.values(commonSpec).map(({ name }) => name));

export function findSettingGroup(name: string): SettingGroup {
  if (name.startsWith('OTEL_')) return 'traces';
  if (/^(?:JOURNAL|FIXITY|COMPACTION|SWEEP)_/.test(name)) return 'jobs';
  if (/^(?:OBJECT_STORE$|S3_)/.test(name)) return 'store';
  return COMMON.has(name) ? 'both' : 'own';
}

export interface ReadSettings {
  readonly env: { readonly [name: string]: string | undefined };
  readonly spec: SettingsSpec;
  /** Values by the keys of `spec`. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Returns the settings in the order of the table. */
export function listSettings({ env, spec, values }: ReadSettings): ListedSetting[] {
  return Object.entries(spec).map(([key, setting]) => {
    const { name, about = '', kind } = setting;
    const file = env[`${name}_FILE`] || null;
    const isGiven = Boolean(env[name]) || file !== null;
    const value = values[key];
    return {
      name,
      group: findSettingGroup(name),
      about,
      value: kind === 'secret' ? null : shownValueOf(setting, value, isGiven ? env[name] : undefined),
      isSecret: kind === 'secret',
      isSet: value !== undefined && !(Array.isArray(value) && value.length === 0),
      from: file !== null ? 'file' : isGiven ? 'environment' : 'default',
      file,
      default: describeDefault(setting),
      values: describeValues(setting),
    };
  });
}

/** Formats the value for administrators. `text`: the value in the environment, if there is one. */
function shownValueOf(setting: SettingSpec, value: unknown, text: string | undefined): string | null {
  if (value === undefined) return null;
  if (setting.kind !== 'parsed') return hidePasswords(formatSettingValue(setting, value));
  if (text !== undefined) return hidePasswords(text);
  if (Array.isArray(value)) return value.length === 0 ? null : hidePasswords(value.map(plain).join('; '));
  return hidePasswords(plain(value));
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Hides passwords in URLs, whether they are before the host or in a parameter (`postgresql://host/db?password=…`). */
export function hidePasswords(text: string): string {
  return text
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#;:@]*):[^\s/?#;]*@/gi, '$1:…@')
    .replace(/([?&][^=&#\s;]*(?:pass|secret|key|token)[^=&#\s;]*=)[^&#\s;]*/gi, '$1…');
}
