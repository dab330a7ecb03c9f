// Lists a program's settings for administrators, with value, origin and purpose. Contains no secrets.
import { commonSpec } from './common.ts';
import type { SettingSpec, SettingsSpec } from './spec.ts';
import { describeDefault, describeValues, formatSettingValue } from './wording.ts';

export interface ListedSetting {
  readonly name: string;
  readonly group: SettingGroup;
  /** Purpose of the setting, in Markdown. */
  readonly about: string;
  /** Current value in the notation of environment variables. Null if the setting is unset or secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  readonly from: 'default' | 'environment' | 'file';
  /** File from which the value was read. Null if it was not read from a file. */
  readonly file: string | null;
  /** Default value, in Markdown. */
  readonly default: string;
  /** Allowed values, in Markdown. */
  readonly values: string;
}

/** Group of a setting. `both`: a setting of both services. `own`: a setting of one service. */
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
  /** Parsed values, by the keys of `spec`. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Lists the settings in the order of `spec`. */
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
      value:
        kind === 'secret'
          ? null
          : formatShownValue(setting, value, isGiven ? env[name] : readDefaultCode(setting)),
      isSecret: kind === 'secret',
      isSet: value !== undefined && !(Array.isArray(value) && value.length === 0),
      from: file !== null ? 'file' : isGiven ? 'environment' : 'default',
      file,
      default: describeDefault(setting),
      values: describeValues(setting),
    };
  });
}

/** Formats a value for administrators. `text` is the value of the environment variable, or the text of the default. */
function formatShownValue(setting: SettingSpec, value: unknown, text: string | undefined): string | null {
  if (value === undefined) return null;
  if (setting.kind !== 'parsed') return hidePasswords(formatSettingValue(setting, value));
  if (text !== undefined) return hidePasswords(text);
  if (Array.isArray(value)) return value.length === 0 ? null : hidePasswords(value.map(plain).join('; '));
  return hidePasswords(plain(value));
}

/**
 * Returns the default in the notation of environment variables, such as `30d`, if `defaultText` contains nothing else.
 */
function readDefaultCode({ defaultText = '' }: SettingSpec): string | undefined {
  return /^`([^`]+)`$/.exec(defaultText)?.[1];
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Redacts passwords in URLs, whether in the login part or in a parameter (`postgresql://host/db?password=…`). */
export function hidePasswords(text: string): string {
  return text
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/?#;:@]*):[^\s/?#;]*@/gi, '$1:…@')
    .replace(/([?&][^=&#\s;]*(?:pass|secret|key|token)[^=&#\s;]*=)[^&#\s;]*/gi, '$1…');
}
