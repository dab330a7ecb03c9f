// Maps each key to a distinct path, even on file systems that ignore case. A common key
// (`ns/default/ab12/0192….warc.gz`) is its own path. All other keys are escaped:
//
//   %xx      encodes a byte, except a–z 0–9 _ - and dots inside the name of a file (neither first nor last)
//   name.%   is a file whose name has no dot. Folder names never contain dots, so `a` and `a/b` can both be objects
//   name%-/  is a folder that contains the rest of a name of 80 bytes or more, because names are limited to 255 bytes
//
// Callers must validate the keys first (key.ts).
import { join } from 'node:path';

const PIECE_BYTES = 80;
const NO_DOT = '.%';
const CONTINUED = '%-';

// Matches keys that need no escaping, which nearly all keys do.
const ORDINARY = /^(?:[a-z0-9_-]{1,79}\/)*[a-z0-9_-]+(?:\.+[a-z0-9_-]+)+$/;

/** Returns the path of a key relative to the `objects` folder. */
export function toKeyPath(key: string): string {
  if (key.length - key.lastIndexOf('/') <= PIECE_BYTES && ORDINARY.test(key)) return key;
  const segments = key.split('/').map((segment) => Buffer.from(segment));
  const leaf = segments.pop() as Buffer;
  return join(...segments.flatMap(toFolderNames), ...toFileNames(leaf));
}

/** A file or folder, with the part of a key that its name represents. */
export interface FolderEntry {
  /** Name on disk. */
  name: string;
  /** Part of the key that the name represents. Includes the `/` if the entry is a folder that ends a segment. */
  bytes: Buffer;
  folder: boolean;
}

/** Parses a file or folder name. Returns undefined for foreign entries such as `lost+found`. */
export function parseEntryName(name: string, folder: boolean): FolderEntry | undefined {
  const whole = folder && !name.endsWith(CONTINUED);
  const text = stripSuffix(name, folder);
  const bytes = text === undefined ? undefined : unescapeName(text);
  const cutHere = folder && !whole;
  if (!bytes || bytes.length > PIECE_BYTES || cutHere !== (bytes.length === PIECE_BYTES)) return undefined;
  const entry = { name, bytes: whole ? Buffer.concat([bytes, Buffer.from('/')]) : bytes, folder };
  return encodeName(bytes, folder, whole) === name ? entry : undefined;
}

function stripSuffix(name: string, folder: boolean): string | undefined {
  if (folder) return name.endsWith(CONTINUED) ? name.slice(0, -CONTINUED.length) : name;
  if (name.endsWith(NO_DOT)) return name.slice(0, -NO_DOT.length);
  return name.includes('.') ? name : undefined;
}

function encodeName(bytes: Buffer, folder: boolean, whole: boolean): string {
  if (!folder) return toObjectFileName(bytes);
  return whole ? escapeBytes(bytes, false) : escapeBytes(bytes, false) + CONTINUED;
}

function toFolderNames(segment: Buffer): string[] {
  const { pieces, rest } = splitSegment(segment);
  return [...pieces, escapeBytes(rest, false)];
}

function toFileNames(segment: Buffer): string[] {
  const { pieces, rest } = splitSegment(segment);
  return [...pieces, toObjectFileName(rest)];
}

function splitSegment(segment: Buffer): { pieces: string[]; rest: Buffer } {
  const pieces: string[] = [];
  let rest = segment;
  while (rest.length >= PIECE_BYTES) {
    pieces.push(escapeBytes(rest.subarray(0, PIECE_BYTES), false) + CONTINUED);
    rest = rest.subarray(PIECE_BYTES);
  }
  return { pieces, rest };
}

function toObjectFileName(bytes: Buffer): string {
  const name = escapeBytes(bytes, true);
  return name.includes('.') ? name : name + NO_DOT;
}

/**
 * Escapes bytes for a file or folder name. If the previous part of the name had exactly 80 bytes, the rest may be empty
 * and is encoded as `%`.
 */
function escapeBytes(bytes: Buffer, dots: boolean): string {
  if (bytes.length === 0) return '%';
  let text = '';
  for (const [at, byte] of bytes.entries()) {
    const inside = at > 0 && at < bytes.length - 1;
    text += isPlain(byte) || (byte === 0x2e && dots && inside) ? String.fromCharCode(byte) : escapeByte(byte);
  }
  return text;
}

function isPlain(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f || byte === 0x2d;
}

function escapeByte(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}

function unescapeName(text: string): Buffer | undefined {
  if (text === '%') return Buffer.alloc(0);
  if (!/^(?:[a-z0-9_.-]|%[0-9a-f]{2})*$/.test(text)) return undefined;
  return Buffer.from(
    text.replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
