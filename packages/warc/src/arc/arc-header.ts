// The header line of an ARC record as plain data, and what its URL says. Parsing the line: see arc-words.ts.
import { headerText } from '../bytes/text.ts';

export type ArcHeader = {
  /** The line without its line end, as it came. */
  line: Buffer;
  /** The URL as it came: may contain spaces and control characters. */
  url: Buffer;
  /** Empty when the line has no address. */
  ip: string;
  /** As it came: 10 to 18 digits, perhaps with text behind them, or any other word. */
  date: string;
  /** May be empty, `-`, `unk`, `no-type` or any other text. */
  mime: string;
  /** Bytes of the block; -1 when the line has no number there. */
  lengthBytes: number;
};

/** Longest header line: a URL of 65,536 characters and what else is on it. */
export const MAX_LINE_BYTES = 100_000;

const FILEDESC = 'filedesc://';
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{1,30}:/;
const SCHEME_MAX_BYTES = 32;
const SPACE = 32;
const TAB = 9;
const CR = 13;
const DELETE = 127;

/** Whether a header line may begin with these characters. */
export function hasScheme(text: string): boolean {
  return SCHEME.test(text.slice(0, SCHEME_MAX_BYTES));
}

export function isFiledesc(header: ArcHeader): boolean {
  return header.url.subarray(0, FILEDESC.length).toString('latin1') === FILEDESC;
}

/** What is known of a record by its header alone. */
export function describedBy(header: ArcHeader): { url?: string } {
  return isFiledesc(header) ? {} : { url: urlOf(header) };
}

/** What the file calls itself: the rest of its filedesc's URL. */
export function filenameOf(header: ArcHeader): Buffer {
  return withoutControls(header.url.subarray(FILEDESC.length));
}

/** The URL as text. */
export function urlOf({ url }: ArcHeader): string {
  return urlText(url);
}

export function urlText(url: Buffer): string {
  const bytes = targetUri(url);
  return headerText(bytes, 0, bytes.length);
}

/**
 * The URL as a WARC header can hold it. Tabs and carriage returns are removed, as browsers, python surt and CDX-Writer do;
 * other control characters are percent-encoded.
 */
export function targetUri(url: Buffer): Buffer {
  return hasControl(url) ? withoutControls(url.filter((byte) => byte !== TAB && byte !== CR)) : url;
}

/** Percent-encodes all control characters. */
export function withoutControls(bytes: Uint8Array): Buffer {
  if (!hasControl(bytes)) return Buffer.from(bytes);
  const encoded = Array.from(bytes, (byte) =>
    isControl(byte) ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte),
  );
  return Buffer.from(encoded.join(''), 'latin1');
}

/** Whether bytes[0, end) may be the beginning of a header line; undefined when they are too few to tell. */
export function mayBeginArcRecord(bytes: Uint8Array, end: number): boolean | undefined {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, SCHEME_MAX_BYTES))).toString('latin1');
  if (SCHEME.test(text)) return true;
  return text.length < SCHEME_MAX_BYTES && /^([A-Za-z][A-Za-z0-9+.-]*)?$/.test(text) ? undefined : false;
}

export function hasControl(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (isControl(bytes[at]!)) return true;
  return false;
}

function isControl(byte: number): boolean {
  return byte < SPACE || byte === DELETE;
}
