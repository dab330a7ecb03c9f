// Functions that templates may apply to an argument. Functions that plugins define in Java are not supported.
import { TemplateError } from './template.ts';
import { parseRange, type TemplateValue } from './value.ts';

/** Applies a function to a value, or to each element of a set. Throws TemplateError. */
export function applyFunction(name: string, value: TemplateValue): TemplateValue {
  const ofText = textFunctions.get(name);
  if (ofText !== undefined) return mapText(name, value, ofText);
  switch (name) {
    case 'short_year':
      return { kind: 'plain', plain: wholeOf(name, value) % 100n };
    case 'range_min':
    case 'num_range_min':
      return { kind: 'plain', plain: endsOf(name, value).min };
    case 'range_max':
    case 'num_range_max':
      return { kind: 'plain', plain: endsOf(name, value).max };
    default:
      throw new TemplateError(`the function ${JSON.stringify(name)} is not supported`);
  }
}

const textFunctions: ReadonlyMap<string, (text: string) => string> = new Map([
  ['url_host', extractHost],
  ['url_path', extractPath],
  ['add_www', (text) => withHost(text, (host) => (/^www\./i.test(host) ? host : `www.${host}`))],
  ['del_www', (text) => withHost(text, (host) => host.replace(/^www\./i, ''))],
  ['to_http', (text) => text.replace(/^https:/i, 'http:')],
  ['to_https', (text) => text.replace(/^http:/i, 'https:')],
  ['url_encode', (text) => new URLSearchParams([['', text]]).toString().slice(1)],
  ['url_decode', decode],
]);

/** Returns the host without its port and without changing its case. */
export function extractHost(text: string): string {
  return partsOf(text).host;
}

/** Returns the path, from the first slash after the host to the query. */
export function extractPath(text: string): string {
  return partsOf(text).path;
}

function withHost(text: string, change: (host: string) => string): string {
  const { before, host, after } = partsOf(text);
  return before + change(host) + after;
}

function partsOf(text: string): { before: string; host: string; after: string; path: string } {
  const [found, before = '', host = '', path = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)(\[[^\]/]*\]|[^/?#:]*)(?::\d*)?([^?#]*)/i.exec(text) ?? [];
  if (found === undefined) throw new TemplateError(`${JSON.stringify(text)} is not a URL`);
  return { before, host, after: text.slice(before.length + host.length), path };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new TemplateError(`${JSON.stringify(text)} is not URL-encoded`);
  }
}

function mapText(name: string, value: TemplateValue, change: (text: string) => string): TemplateValue {
  if (value.kind === 'set') return { ...value, members: value.members.map(change) };
  if (value.kind === 'range') throw new TemplateError(`${name} cannot be applied to a range`);
  return { kind: 'plain', plain: change(String(value.plain)) };
}

function wholeOf(name: string, value: TemplateValue): bigint {
  if (value.kind === 'plain' && typeof value.plain === 'bigint') return value.plain;
  throw new TemplateError(`${name} can only be applied to a whole number`);
}

function endsOf(name: string, value: TemplateValue): { min: string; max: string } {
  if (value.kind === 'range') return value;
  if (value.kind === 'plain') return parseRange(String(value.plain), false);
  throw new TemplateError(`${name} cannot be applied to a set`);
}
