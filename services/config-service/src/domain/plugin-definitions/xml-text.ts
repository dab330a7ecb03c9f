// The characters of an XML file, from its bytes: by its byte order mark, by what its declaration says, else UTF-8.
import { BadDefinition } from './bad-definition.ts';

/** Throws BadDefinition when the bytes are not what the file says they are. */
export function xmlText(bytes: Uint8Array): string {
  const encoding = marked(bytes) ?? declared(bytes) ?? 'utf-8';
  if (!readable.has(encoding)) {
    throw new BadDefinition(`it is encoded in ${JSON.stringify(encoding)}, which cannot be read here`, 1);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new BadDefinition(`it is not ${encoding.toUpperCase()}`);
  }
}

const readable = new Set(['utf-8', 'us-ascii', 'iso-8859-1', 'windows-1252', 'utf-16le', 'utf-16be']);

function marked(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?<\?xml [^>]*\bencoding=["']([\w.-]{1,40})["']/.exec(start)?.[1]?.toLowerCase();
}
