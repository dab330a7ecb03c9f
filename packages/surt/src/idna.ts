// Converts international host names to their `xn--` form with IDNA 2003 (RFC 3490, RFC 3491). IDNA 2008 would keep `ß`,
// but existing archive indexes use IDNA 2003. Does not change invalid names.
import punycode from 'punycode/punycode.js';

/** Returns the ASCII form of an unescaped host, or the host if the conversion fails. Both are byte strings. */
export function toAsciiHost(host: string): string {
  if (!BEYOND_ASCII.test(host)) return host;
  const labels = decodeUtf8(host).split(/[.\u3002\uff0e\uff61]/);
  const rootLabel = labels.length > 1 && labels.at(-1) === '' ? labels.pop() : undefined;
  if (labels.length === 1 && labels[0] === '' && rootLabel === undefined) return '';
  const ascii = labels.map(toAsciiLabel);
  return ascii.includes(undefined) ? host : [...ascii, ...(rootLabel === undefined ? [] : [''])].join('.');
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Decodes UTF-8 and removes invalid bytes. */
function decodeUtf8(bytes: string): string {
  // Replaces U+FFFD with another character that is not allowed in hosts. Otherwise, it would be removed together with
  // the replacement characters of invalid bytes.
  const marked = bytes.replaceAll('\xef\xbf\xbd', '\xef\xb7\x90');
  return Buffer.from(marked, 'latin1').toString('utf8').replaceAll('\ufffd', '');
}

function toAsciiLabel(label: string): string | undefined {
  if (isAsciiLabel(label)) return label;
  // Nameprep shortens a label only by a small factor, so a longer label would remain too long.
  if (label.length > 1000) return undefined;
  const prepared = nameprep(label);
  if (prepared === undefined || isAsciiLabel(prepared)) return prepared;
  if (!BEYOND_ASCII.test(prepared) || prepared.startsWith('xn--')) return undefined;
  const encoded = `xn--${punycode.encode(prepared)}`;
  return encoded.length < 64 ? encoded : undefined;
}

function isAsciiLabel(label: string): boolean {
  return label.length > 0 && label.length < 64 && !BEYOND_ASCII.test(label);
}

/**
 * Maps, normalizes and checks a label (RFC 3491, Nameprep), with current Unicode tables instead of the tables from
 * 2002.
 */
function nameprep(label: string): string | undefined {
  const folded = Array.from(label.replace(MAPPED_TO_NOTHING, ''), foldCase).join('').normalize('NFKC');
  const prepared = Array.from(folded, foldCase).join('').normalize('NFKC');
  return PROHIBITED.test(prepared) || !hasOneDirection(prepared) ? undefined : prepared;
}

const MAPPED_TO_NOTHING = /\u034f|[\u00ad\u1806\u200b-\u200d\u2060\ufeff]|[\u180b-\u180d]|[\ufe00-\ufe0f]/gu;

const PROHIBITED = new RegExp(
  [
    '[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000', // spaces
    '\\u0080-\\u009f\\u06dd\\u070f\\u180e\\u200c\\u200d\\u2028\\u2029\\u2060-\\u2063\\u206a-\\u206f', // controls
    '\\ufeff\\ufff9-\\ufffd\\u{1d173}-\\u{1d17a}',
    '\\p{Co}\\ufdd0-\\ufdef\\p{Cs}', // private use, noncharacters, surrogates
    ...Array.from(
      { length: 17 },
      (_, plane) => `\\u{${plane.toString(16)}fffe}\\u{${plane.toString(16)}ffff}`,
    ),
    '\\u2ff0-\\u2ffb\\u0340\\u0341\\u200e\\u200f\\u202a-\\u202e\\u{e0001}\\u{e0020}-\\u{e007f}]',
  ].join(''),
  'u',
);

function foldCase(character: string): string {
  return character === 'ı' ? character : character.toUpperCase().toLowerCase();
}

/**
 * Checks that a label with right-to-left letters contains no left-to-right letters, and that it begins and ends with
 * right-to-left letters.
 */
function hasOneDirection(label: string): boolean {
  if (!RIGHT_TO_LEFT.test(label)) return true;
  const characters = Array.from(label);
  const hasLeftToRight = characters.some((c) => /[\p{L}\p{Mc}\p{Nl}]/u.test(c) && !RIGHT_TO_LEFT.test(c));
  return !hasLeftToRight && RIGHT_TO_LEFT.test(characters[0]!) && RIGHT_TO_LEFT.test(characters.at(-1)!);
}

// RFC 3454, table D.1.
const RIGHT_TO_LEFT = new RegExp(
  [
    '[\\u05be\\u05c0\\u05c3\\u05d0-\\u05ea\\u05f0-\\u05f4\\u061b\\u061f\\u0621-\\u063a\\u0640-\\u064a\\u066d-\\u066f',
    '\\u0671-\\u06d5\\u06dd\\u06e5\\u06e6\\u06fa-\\u06fe\\u0700-\\u070d\\u0710\\u0712-\\u072c\\u0780-\\u07a5\\u07b1',
    '\\ufb1d\\ufb1f-\\ufb28\\ufb2a-\\ufb36\\ufb38-\\ufb3c\\ufb3e\\ufb40\\ufb41\\ufb43\\ufb44\\ufb46-\\ufbb1',
    '\\ufbd3-\\ufd3d\\ufd50-\\ufd8f\\ufd92-\\ufdc7\\ufdf0-\\ufdfc\\ufe70-\\ufe74\\ufe76-\\ufefc]',
  ].join(''),
  'u',
);
