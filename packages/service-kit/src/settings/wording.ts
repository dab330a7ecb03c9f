// Formats a setting's default, allowed values and current value for docs/settings.md and GET /settings.
import type { SettingSpec } from './spec.ts';

/** Returns the default value in Markdown. */
export function describeDefault(setting: SettingSpec): string {
  if (setting.defaultText !== undefined) return setting.defaultText;
  if (setting.required) return 'must be set';
  const { default: value } = setting;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return `\`${formatSettingValue(setting, value)}\``;
}

/** Returns a short description of the allowed values, in Markdown. */
export function describeValues(setting: SettingSpec): string {
  switch (setting.kind) {
    case 'enum':
      return setting.values.map((value) => `\`${value}\``).join(', ');
    case 'boolean':
      return '`true`, `false`';
    case 'url':
      return setting.protocols?.map((one) => `\`${one}//…\``).join(', ') ?? 'URL';
    case 'port':
      return `number ${boundsOf(setting, 0, 65_535)}`;
    case 'integer':
      return ['number', boundsOf(setting, setting.min, setting.max)].join(' ').trim();
    case 'duration':
      return ['duration', boundsOf(setting, setting.min, setting.max)].join(' ').trim();
    case 'bytes':
      return ['size', boundsOf(setting, setting.min, setting.max)].join(' ').trim();
    case 'secret':
      return 'secret';
    case 'parsed':
      return setting.values ?? 'text';
    case 'string':
      return setting.maxLength === undefined ? 'text' : `text of at most ${setting.maxLength} characters`;
  }
}

function boundsOf(setting: SettingSpec, min: number | undefined, max: number | undefined): string {
  const atMost = 'atMost' in setting ? setting.atMost : undefined;
  if (atMost !== undefined) return `\`${formatSettingValue(setting, min ?? 0)}\` to \`${atMost}\``;
  if (min === undefined && max === undefined) return '';
  if (max === undefined) return `from \`${formatSettingValue(setting, min)}\``;
  if (min === undefined) return `up to \`${formatSettingValue(setting, max)}\``;
  return `\`${formatSettingValue(setting, min)}\` to \`${formatSettingValue(setting, max)}\``;
}

const UNITS: { readonly [kind: string]: readonly (readonly [string, number])[] } = {
  duration: [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1_000],
    ['ms', 1],
  ],
  bytes: [
    ['TiB', 2 ** 40],
    ['GiB', 2 ** 30],
    ['MiB', 2 ** 20],
    ['KiB', 2 ** 10],
    ['MB', 1e6],
    ['kB', 1e3],
    ['', 1],
  ],
};

/** Formats the value in the notation of environment variables, in the largest unit that divides it. */
export function formatSettingValue({ kind }: Pick<SettingSpec, 'kind'>, value: unknown): string {
  const units = UNITS[kind];
  if (units === undefined || typeof value !== 'number') return String(value);
  if (value === 0) return kind === 'duration' ? '0ms' : '0';
  const [unit, factor] = units.find(([, size]) => value % size === 0) ?? ['', 1];
  return `${value / factor}${unit}`;
}
