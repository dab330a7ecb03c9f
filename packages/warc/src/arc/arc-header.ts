// Parsed header line of an ARC record, and conversions of its URL. arc-header-parser.ts parses header lines.
import { decodeHeaderText } from '../bytes/text.ts';

export type ArcHeader = {
  /** Bytes of the line without its line end. */
  line: Buffer;
  /** Bytes of the URL. May contain spaces and control characters. */
  url: Buffer;
  /** IP address. Empty if absent. */
  ip: string;
  /** Date as text: usually 10 to 18 digits, possibly followed by letters, but any word is possible. */
  date: string;
  /** Media type. May be empty, `-`, `unk`, `no-type` or any other text. */
  mime: string;
  /** Length of the block in bytes. -1 if it is missing or not a number. */
  lengthBytes: number;
};

/** Maximum length of a header line: a URL of 65,536 characters and the other fields. */
export const MAX_ARC_LINE_BYTES = 100_000;

const FILEDESC = 'filedesc://';
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]{1,30}:/;
const SCHEME_MAX_BYTES = 32;
const SPACE = 32;
const TAB = 9;
const CR = 13;
const DELETE = 127;

/** Returns whether the text begins with a URL scheme that occurs in ARC header lines. */
export function hasScheme(text: string): boolean {
  return SCHEME.test(text.slice(0, SCHEME_MAX_BYTES));
}

export function isFiledesc(header: ArcHeader): boolean {
  return header.url.subarray(0, FILEDESC.length).toString('latin1') === FILEDESC;
}

/** Returns the URL of the record for damage reports. Omits the URL of a filedesc, because it contains a file name. */
export function describeArcHeader(header: ArcHeader): { url?: string } {
  return isFiledesc(header) ? {} : { url: decodeUrl(header) };
}

/** Returns the file name that the URL of a filedesc declares. */
export function readDeclaredFilename(header: ArcHeader): Buffer {
  return percentEncodeControls(header.url.subarray(FILEDESC.length));
}

/** Returns the URL as text. */
export function decodeUrl({ url }: ArcHeader): string {
  return decodeArcUrl(url);
}

export function decodeArcUrl(url: Buffer): string {
  const bytes = toTargetUri(url);
  return decodeHeaderText(bytes, 0, bytes.length);
}

/**
 * Converts the URL to a valid value for WARC headers. Removes tabs and carriage returns, as browsers, python surt and
 * CDX-Writer do. Percent-encodes other control characters.
 */
export function toTargetUri(url: Buffer): Buffer {
  return hasControlByte(url) ? percentEncodeControls(url.filter((byte) => byte !== TAB && byte !== CR)) : url;
}

/** Percent-encodes all control characters. */
export function percentEncodeControls(bytes: Uint8Array): Buffer {
  if (!hasControlByte(bytes)) return Buffer.from(bytes);
  const encoded = Array.from(bytes, (byte) =>
    isControl(byte) ? `%${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte),
  );
  return Buffer.from(encoded.join(''), 'latin1');
}

/** Returns whether bytes[0, end) may be the start of a header line, or undefined if more bytes are needed. */
export function mayBeginArcRecord(bytes: Uint8Array, end: number): boolean | undefined {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, SCHEME_MAX_BYTES))).toString('latin1');
  if (SCHEME.test(text)) return true;
  return text.length < SCHEME_MAX_BYTES && /^([A-Za-z][A-Za-z0-9+.-]*)?$/.test(text) ? undefined : false;
}

export function hasControlByte(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (isControl(bytes[at]!)) return true;
  return false;
}

function isControl(byte: number): boolean {
  return byte < SPACE || byte === DELETE;
}
