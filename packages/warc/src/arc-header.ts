// The header line of an ARC record, of version 1 or 2. What becomes of it: see arc-record.ts.
import { headerText } from './text.ts';

export type ArcHeader = {
  /** The line without its line end, as it came. */
  line: Buffer;
  /** The URL as it came: may contain spaces. */
  url: Buffer;
  ip: string;
  /** 12 to 18 digits. */
  date: string;
  /** May be `-`, `unk`, `no-type` or any other text. */
  mime: string;
  /** Bytes of the block; -1 when the line has no number there. */
  lengthBytes: number;
};

/** Longest header line: a URL of 65,536 characters and what else is on it. */
export const MAX_LINE_BYTES = 100_000;

const FILEDESC = 'filedesc://';
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{1,30}:/;
const USUAL = /^(https?|ftp|dns):/;
const SCHEME_MAX_BYTES = 32;
const DATE = /^(19|20)\d{10,16}$/;
const ADDRESS = /^(-|\d{1,3}(\.\d{1,3}){3}|(?=.*:)[0-9A-Fa-f:.]{2,45})$/;
const LENGTH = /^\d{1,15}$/;
/** Words behind the date: a type and a length in version 1; seven of them in version 2; some types are several words. */
const MAX_WORDS = 14;
const VERSION_2_WORDS = 7;
/** Of these, what comes behind the type. */
const VERSION_2_REST = 6;

/**
 * The header that a line without line end is, or undefined. `version` as the file says; when that is not known, it is told
 * by the number of words. `strict`: only what can hardly be anything else, for lines that are found in the middle of data.
 */
export function parseArcHeader(
  line: Buffer,
  version: 1 | 2 | undefined,
  strict: boolean,
): ArcHeader | undefined {
  // One character a byte, so that positions are the same.
  const text = line.toString('latin1').trimEnd();
  if (!SCHEME.test(text.slice(0, SCHEME_MAX_BYTES)) || hasControl(text)) return undefined;
  const words: string[] = [];
  for (let end = text.length; words.length <= MAX_WORDS; ) {
    const at = text.lastIndexOf(' ', end - 1);
    if (at <= 0) return undefined;
    const word = text.slice(at + 1, end);
    end = at;
    if (words.length >= 2 && DATE.test(word)) {
      const ipAt = text.lastIndexOf(' ', end - 1);
      const ip = text.slice(ipAt + 1, end);
      if (ipAt > 0 && (ADDRESS.test(ip) || (!strict && ip !== ''))) {
        return headerOf(line, ipAt, ip, word, words.reverse(), version);
      }
    }
    words.push(word);
  }
  return undefined;
}

export function isFiledesc(header: ArcHeader): boolean {
  return header.url.subarray(0, FILEDESC.length).toString('latin1') === FILEDESC;
}

/** The same, strictly, of a line whose URL is of a scheme that most are. */
export function parseUsual(line: Buffer, version: 1 | 2 | undefined): ArcHeader | undefined {
  return USUAL.test(line.toString('latin1', 0, 6)) ? parseArcHeader(line, version, true) : undefined;
}

/** What is known of a record by its header alone. */
export function describedBy(header: ArcHeader): { url?: string } {
  return isFiledesc(header) ? {} : { url: urlOf(header) };
}

/** What the file calls itself: the rest of its filedesc's URL. */
export function filenameOf(header: ArcHeader): Buffer {
  return header.url.subarray(FILEDESC.length);
}

/** The URL as text. */
export function urlOf({ url }: ArcHeader): string {
  return headerText(url, 0, url.length);
}

/** Whether bytes[0, end) may be the beginning of a header line; undefined when they are too few to tell. */
export function mayBeginArcRecord(bytes: Uint8Array, end: number): boolean | undefined {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, SCHEME_MAX_BYTES))).toString('latin1');
  if (SCHEME.test(text)) return true;
  return text.length < SCHEME_MAX_BYTES && /^([A-Za-z][A-Za-z0-9+.-]*)?$/.test(text) ? undefined : false;
}

function headerOf(
  line: Buffer,
  urlEnd: number,
  ip: string,
  date: string,
  words: readonly string[],
  version: 1 | 2 | undefined,
): ArcHeader {
  const length = words.at(-1)!;
  const isSecond = version === undefined ? words.length >= VERSION_2_WORDS : version === 2;
  const rest = isSecond && words.length >= VERSION_2_WORDS ? VERSION_2_REST : 1;
  const lengthBytes = LENGTH.test(length) ? Number(length) : -1;
  const mime = words.slice(0, words.length - rest).join(' ');
  return { line, url: line.subarray(0, urlEnd), ip, date, mime, lengthBytes };
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 127) return true;
  }
  return false;
}
