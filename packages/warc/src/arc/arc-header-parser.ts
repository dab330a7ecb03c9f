// Parses header lines of ARC records, version 1 or 2. Accepts the variants in crawls of the Internet Archive that pywb
// and CDX-Writer accept: missing IP address or media type, dates of 10 to 18 digits, IP address and date swapped,
// control characters in URLs.
import {
  type ArcHeader,
  decodeArcUrl,
  describeArcHeader,
  hasControlByte,
  hasScheme,
  MAX_ARC_LINE_BYTES,
} from './arc-header.ts';

/**
 * Position of a line, which determines how strictly it is parsed. `expected`: there must be a header, because this is
 * the start of the input or of a gzip member, or the end of the previous record according to its length. `possible`:
 * there may be a header. `found`: the line was found by searching, so it is accepted only if it is almost certainly a
 * header.
 */
export type LineContext = 'expected' | 'possible' | 'found';

const USUAL = /^(https?|ftp|dns):/;
const KNOWN_SCHEME =
  /^((https?|ftp|gopher|filedesc|rtsp|mms|nntp|wais):\/\/|(dns|whois|mailto|news|urn|data):)/i;
const FILE_BEGIN = /^(https?|ftp|gopher):\/\/|^dns:/i;
/** Length of the longest text that matches `FILE_BEGIN`. */
const FILE_BEGIN_BYTES = 9;
/** Matches 10 to 18 digits. In some crawls, letters follow: `20160211000000jpg`. */
const DATE = /^(19|20)\d{8,16}[A-Za-z]{0,16}$/;
const IP_ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|(?=.*:)[0-9A-Fa-f:.]{2,45})$/;
const NO_ADDRESS = /^(-|none|null|unknown|localhost)$/i;
const LENGTH = /^\d{1,15}$/;
/**
 * Maximum number of words after the URL: five in version 1, ten in version 2, plus a few for a media type of several
 * words.
 */
const MAX_WORDS = 17;
/** Number of words after the date in version 2. */
const VERSION_2_WORDS = 7;
/** Number of words after the media type in version 2. */
const VERSION_2_REST = 6;

interface HeaderWord {
  readonly text: string;
  /** Character index of the word in the line. */
  readonly start: number;
}

/** Positions of the fields, as word indexes counted from the end of the line. The URL ends before word `urlBefore`. */
interface FieldPositions {
  readonly urlBefore: number;
  readonly ip: number | undefined;
  readonly date: number;
  /** First word of the media type. The remaining fields follow it. */
  readonly type: number;
}

/**
 * Parses a line without its line end. Returns undefined if it is not a header. If `version` is unknown, determines it
 * from the number of words.
 */
export function parseArcHeader(
  line: Buffer,
  version: 1 | 2 | undefined,
  place: LineContext,
): ArcHeader | undefined {
  // With Latin-1, each byte becomes one character, so that indexes in the text are indexes in the bytes.
  const text = line.toString('latin1').trimEnd();
  if (!hasScheme(text) || (place !== 'expected' && hasControlByte(line))) return undefined;
  const words = splitLastWords(text);
  const columns =
    findFieldsByAddress(words) ??
    findFieldsByDate(text, words, place) ??
    (place === 'expected' ? assignFieldsByPosition(text, words, version) : undefined);
  return columns && buildHeader(line, words, columns, version);
}

/** Parses a line with a common URL scheme, by strict rules. Returns undefined for every other line. */
export function parseCommonArcHeader(line: Buffer, version: 1 | 2 | undefined): ArcHeader | undefined {
  return USUAL.test(line.toString('latin1', 0, 6)) ? parseArcHeader(line, version, 'found') : undefined;
}

/**
 * Returns whether a file that begins with bytes[0, end) is an ARC file without a filedesc, whose first line is the
 * header of a record. Returns undefined if more bytes are needed to decide.
 */
export function beginsWithArcRecord(bytes: Uint8Array, end: number): boolean | undefined {
  const begin = Buffer.from(bytes.subarray(0, Math.min(end, FILE_BEGIN_BYTES))).toString('latin1');
  if (!FILE_BEGIN.test(begin)) return end < FILE_BEGIN_BYTES && isSchemePrefix(begin) ? undefined : false;
  const most = Math.min(end, MAX_ARC_LINE_BYTES);
  const lineEnd = bytes.subarray(0, most).indexOf(10);
  if (lineEnd < 0) return end < MAX_ARC_LINE_BYTES ? undefined : false;
  const header = parseArcHeader(Buffer.from(bytes.subarray(0, lineEnd)), undefined, 'expected');
  return header !== undefined && header.lengthBytes >= 0 && DATE.test(header.date);
}

/** Returns the URL of a line, even if the line is not a complete header. */
export function describeArcLine(line: Buffer, version: 1 | 2 | undefined): { url?: string } {
  const header = parseArcHeader(line, version, 'expected');
  if (header !== undefined) return describeArcHeader(header);
  const end = line.indexOf(32);
  if (end < 0 || !KNOWN_SCHEME.test(line.toString('latin1', 0, end))) return {};
  return { url: decodeArcUrl(line.subarray(0, end)) };
}

function isSchemePrefix(begin: string): boolean {
  return ['http://', 'https://', 'ftp://', 'gopher://', 'dns:'].some((scheme) =>
    scheme.startsWith(begin.toLowerCase()),
  );
}

/** Returns the words of the line in reverse order, without the first word. Stops at the maximum number of words. */
function splitLastWords(text: string): HeaderWord[] {
  const words: HeaderWord[] = [];
  for (let end = text.length; words.length < MAX_WORDS; ) {
    const space = text.lastIndexOf(' ', end - 1);
    if (space <= 0) break;
    words.push({ text: text.slice(space + 1, end), start: space + 1 });
    end = space;
  }
  return words;
}

/** Finds a date next to an IP address. The IP address comes first, except in some crawls of 2003. */
function findFieldsByAddress(words: readonly HeaderWord[]): FieldPositions | undefined {
  for (let at = 1; at < words.length; at++) {
    if (!DATE.test(words[at]!.text)) continue;
    const before = words[at + 1]?.text ?? '';
    if (IP_ADDRESS.test(before) || NO_ADDRESS.test(before)) {
      return { urlBefore: at + 1, ip: at + 1, date: at, type: at - 1 };
    }
    if (at > 1 && IP_ADDRESS.test(words[at - 1]!.text)) {
      return { urlBefore: at, ip: at - 1, date: at, type: at - 2 };
    }
  }
  return undefined;
}

/** Finds a date anywhere after the URL, for lines without an IP address. */
function findFieldsByDate(
  text: string,
  words: readonly HeaderWord[],
  place: LineContext,
): FieldPositions | undefined {
  for (let at = 1; at < words.length; at++) {
    if (!DATE.test(words[at]!.text)) continue;
    const before = words[at + 1];
    const isLikely = place !== 'found' && (at > 1 || place === 'expected');
    if (before === undefined) {
      const isUsual = at > 1 && USUAL.test(text) && words[at - 1]!.text.includes('/');
      if (isLikely || isUsual) return { urlBefore: at, ip: undefined, date: at, type: at - 1 };
    } else if (isLikely && before.text !== '') {
      return { urlBefore: at + 1, ip: at + 1, date: at, type: at - 1 };
    }
  }
  return undefined;
}

/**
 * Assigns the last four words (nine in version 2) to the fields by position, for lines with an invalid date such as
 * `a0d1fddd…`. If there is one word fewer, the media type is missing. The record is rejected because of its date, but
 * its length determines where the next record begins.
 */
function assignFieldsByPosition(
  text: string,
  words: readonly HeaderWord[],
  version: 1 | 2 | undefined,
): FieldPositions | undefined {
  if (!KNOWN_SCHEME.test(text) || !LENGTH.test(words[0]?.text ?? '')) return undefined;
  const ip = version === 2 && words.length > VERSION_2_WORDS + 1 ? VERSION_2_WORDS + 1 : 3;
  if (words.length > ip) return { urlBefore: ip, ip, date: ip - 1, type: ip - 2 };
  return words.length === ip ? { urlBefore: 2, ip: 2, date: 1, type: 0 } : undefined;
}

function buildHeader(
  line: Buffer,
  words: readonly HeaderWord[],
  { urlBefore, ip, date, type }: FieldPositions,
  version: 1 | 2 | undefined,
): ArcHeader {
  const rest = words.slice(0, type + 1).reverse();
  const length = words[0]!.text;
  const isSecond = version === undefined ? rest.length >= VERSION_2_WORDS : version === 2;
  const behindType = isSecond && rest.length >= VERSION_2_WORDS ? VERSION_2_REST : 1;
  return {
    line,
    url: line.subarray(0, words[urlBefore]!.start - 1),
    ip: ip === undefined ? '' : words[ip]!.text,
    date: words[date]!.text,
    mime: rest
      .slice(0, rest.length - behindType)
      .map(({ text }) => text)
      .join(' '),
    lengthBytes: LENGTH.test(length) ? Number(length) : -1,
  };
}
