// Canonicalizes the host of a urlkey: unescapes it, converts it to ASCII, removes superfluous dots and `www.`,
// normalizes IPv4 addresses, and reverses the labels.
import { toAsciiHost } from './idna.ts';
import { escapeForUrlkey, unescapeFully } from './percent.ts';

/** Returns the reversed host, such as `com,example`, or an empty string. Input and output are byte strings. */
export function makeHostKey(host: string, stripWww: boolean): string {
  const ascii = toAsciiHost(unescapeFully(host));
  const dotted = withoutOuterDots(ascii.replaceAll('..', '.'));
  const address = toDottedQuad(dotted);
  const name = address ?? escapeForUrlkey(dotted).toLowerCase();
  const site = stripWww ? name.replace(/^www[0-9]*\./, '') : name;
  return site.split('.').reverse().join(',');
}

function withoutOuterDots(host: string): string {
  let start = 0;
  let end = host.length;
  while (host[start] === '.') start++;
  while (end > start && host[end - 1] === '.') end--;
  return host.slice(start, end);
}

const ADDRESS_OCTAL = /^0[0-7]*(?:\.[0-7]+){0,3}$/;
const ADDRESS_DECIMAL = /^[1-9][0-9]*(?:\.[0-9]+){0,3}$/;

/**
 * Converts an IPv4 address in any notation (a single number, fewer parts, octal parts) to a dotted quad. Returns
 * undefined for any other host.
 */
function toDottedQuad(host: string): string | undefined {
  if (/^[0-9]+$/.test(host)) return quad(modulo32(host));
  if (!ADDRESS_OCTAL.test(host) && !ADDRESS_DECIMAL.test(host)) return undefined;
  const parts = host.split('.').map(partValue);
  const last = parts.pop()!;
  if (parts.some((part) => !(part < 256)) || !(last < 256 ** (4 - parts.length))) return undefined;
  return quad(parts.reduce((sum, part, i) => sum + part * 256 ** (3 - i), last));
}

/** Parses one part of an IPv4 address. A leading zero means octal. Returns NaN if the part contains invalid digits. */
function partValue(part: string): number {
  if (!part.startsWith('0')) return Number(part);
  return /^[0-7]+$/.test(part) ? Number.parseInt(part, 8) : Number.NaN;
}

function modulo32(digits: string): number {
  let value = 0;
  for (let i = 0; i < digits.length; i++) value = (value * 10 + digits.charCodeAt(i) - 0x30) % 2 ** 32;
  return value;
}

function quad(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
