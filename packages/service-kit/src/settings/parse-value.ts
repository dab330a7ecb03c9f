// Parses the text of one setting. Throws an Error whose message completes "NAME …".
import { hasEmptyHost, splitHosts } from './host-list.ts';
import type { SettingSpec } from './spec.ts';

const DURATION_MS = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const BYTES = new Map([
  ['', 1],
  ['B', 1],
  ['kB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
  ['KiB', 2 ** 10],
  ['MiB', 2 ** 20],
  ['GiB', 2 ** 30],
  ['TiB', 2 ** 40],
]);

export function parseValue(spec: SettingSpec, text: string): unknown {
  switch (spec.kind) {
    case 'string':
      return parseString(spec, text);
    case 'secret':
      if (text.length < (spec.minLength ?? 1)) fail(`must be at least ${spec.minLength} characters long`);
      return text;
    case 'integer':
      return inBounds(parseInteger(text), spec.min, spec.max, '');
    case 'port':
      return inBounds(parseInteger(text), 0, 65_535, '');
    case 'boolean':
      return parseBoolean(text);
    case 'url':
      return parseUrl(text, spec);
    case 'enum':
      return spec.values.includes(text)
        ? text
        : fail(`must be one of ${spec.values.join(', ')}, not ${quoteShortened(text)}`);
    case 'duration':
      return inBounds(
        parseMeasure(text, DURATION_MS, 'a duration such as 30s or 5m'),
        spec.min,
        spec.max,
        ' ms',
      );
    case 'bytes':
      return inBounds(
        parseMeasure(text, BYTES, 'a size such as 4096 or 64MiB'),
        spec.min,
        spec.max,
        ' bytes',
      );
    case 'parsed':
      return spec.parse(text);
  }
}

function parseString(spec: SettingSpec & { kind: 'string' }, text: string): string {
  if (spec.maxLength !== undefined && text.length > spec.maxLength) {
    fail(`must be at most ${spec.maxLength} characters long`);
  }
  if (spec.pattern !== undefined && !spec.pattern.test(text)) {
    fail(`must match ${spec.pattern.source}, not be ${quoteShortened(text)}`);
  }
  return text;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,16}$/.test(text) || !Number.isSafeInteger(value))
    fail(`must be a whole number, not ${quoteShortened(text)}`);
  return value;
}

function parseBoolean(text: string): boolean {
  const word = text.toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return true;
  if (['false', 'no', 'off', '0'].includes(word)) return false;
  return fail(`must be true or false, not ${quoteShortened(text)}`);
}

function parseUrl(text: string, { protocols, severalHosts }: SettingSpec & { kind: 'url' }): string {
  const urls = severalHosts ? splitHosts(text) : [text];
  // The message does not contain the text, because a URL may contain a password.
  if (!urls.every((url) => URL.canParse(url)) || (severalHosts && hasEmptyHost(text)))
    fail(
      severalHosts ? 'must be an absolute URL, with one host or a list of hosts' : 'must be an absolute URL',
    );
  const { protocol } = new URL(urls[0]!);
  if (protocols !== undefined && !protocols.includes(protocol)) {
    fail(`must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`);
  }
  return text;
}

function parseMeasure(text: string, units: ReadonlyMap<string, number>, wanted: string): number {
  const found = /^(\d{1,15}(?:\.\d{1,6})?) ?([A-Za-z]{0,3})$/.exec(text);
  const factor = found === null ? undefined : units.get(found[2]!);
  if (found === null || factor === undefined) fail(`must be ${wanted}, not ${quoteShortened(text)}`);
  return Math.round(Number(found[1]) * factor);
}

function inBounds(value: number, min: number | undefined, max: number | undefined, unit: string): number {
  if (min !== undefined && value < min) fail(`must be at least ${min}${unit}, not ${value}${unit}`);
  if (max !== undefined && value > max) fail(`must be at most ${max}${unit}, not ${value}${unit}`);
  return value;
}

const quoteShortened = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

function fail(message: string): never {
  throw new Error(message);
}
