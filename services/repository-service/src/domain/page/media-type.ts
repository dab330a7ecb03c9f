// Detects the media types of resources by their first bytes, because the declared type may be wrong. Only formats that
// cannot contain scripts are shown. SVG is the exception: browsers run no scripts of an SVG in `img` or in CSS.
import { hasTooManyPixels } from './image-size.ts';

/** Returns the media type of an image. Returns undefined if its format is unknown, or if it has too many pixels. */
export function detectImageType(bytes: Uint8Array): string | undefined {
  const type = detectImageFormat(bytes);
  return type === undefined || hasTooManyPixels(bytes, type) ? undefined : type;
}

function detectImageFormat(bytes: Uint8Array): string | undefined {
  return detectRaster(bytes) ?? (isSvg(bytes) ? 'image/svg+xml' : undefined);
}

/** Returns the media type of a raster image, or undefined for other bytes. */
function detectRaster(bytes: Uint8Array): string | undefined {
  const at = (offset: number, text: string) => startsWith(bytes.subarray(offset), text);
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at(0, '\xff\xd8\xff')) return 'image/jpeg';
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return 'image/gif';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp';
  if (at(4, 'ftypavif') || at(4, 'ftypavis')) return 'image/avif';
  if (at(0, 'BM') && bytes.length > 26) return 'image/bmp';
  if (at(0, '\0\0\x01\0') && bytes.length > 22 && bytes[4]! > 0 && bytes[5] === 0) return 'image/x-icon';
  return undefined;
}

/** Returns the media type of a font, or undefined if its format is unknown. */
export function detectFontType(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, 'wOF2')) return 'font/woff2';
  if (startsWith(bytes, 'wOFF')) return 'font/woff';
  if (startsWith(bytes, 'OTTO')) return 'font/otf';
  return startsWith(bytes, '\0\x01\0\0') || startsWith(bytes, 'true') ? 'font/ttf' : undefined;
}

/** Returns whether the payload is an HTML document. `declared`: Content-Type of the capture. */
export function isHtml(bytes: Uint8Array, declared: string | undefined): boolean {
  const type = (declared ?? '').split(';')[0]!.trim().toLowerCase();
  if (detectRaster(bytes) !== undefined || startsWith(bytes, '%PDF-') || isBinary(bytes)) return false;
  if (type === 'text/html' || type === 'application/xhtml+xml') return true;
  return type === '' && beginsAsHtml(readBeginning(bytes));
}

/**
 * Returns whether a document type or `html` follows white space and comments. Takes linear time, unlike a regular
 * expression with nested repetition.
 */
function beginsAsHtml(text: string): boolean {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return /^<(?:!doctype\s+html|html)\b/i.test(rest);
}

/** Returns whether the payload may be a style sheet. Servers often declare a wrong type, such as text/plain. */
export function isCss(bytes: Uint8Array, declared: string | undefined): boolean {
  const type = (declared ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return false;
  return !isBinary(bytes) && detectRaster(bytes) === undefined;
}

/** Returns whether the first element is `svg`. An XML declaration, comments and a document type may precede it. */
function isSvg(bytes: Uint8Array): boolean {
  const beginning = readBeginning(bytes);
  return /^\s*</.test(beginning) && !/<html[\s>]/i.test(beginning) && /<svg[\s>]/.test(beginning);
}

function readBeginning(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 4_096));
}

const EXAMINED_BYTES = 8_192;

/** Returns whether the bytes are not text. UTF-16 text begins with a byte order mark. */
function isBinary(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '\xff\xfe') || startsWith(bytes, '\xfe\xff')) return false;
  return bytes.subarray(0, EXAMINED_BYTES).some((byte) => byte < 9 || (byte > 13 && byte < 27));
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}
