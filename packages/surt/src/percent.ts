// Percent-decodes byte strings (one character per byte) until no escape remains, and percent-encodes them once.

/** Encodes a text as UTF-8 and returns it as a byte string. */
export function toByteString(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Decodes percent-escapes until none remains: `%2541` becomes `A`. A single pass is enough: an escape is decoded when
 * its last digit is read, and its result may be a digit of an outer escape.
 */
export function unescapeFully(bytes: string): string {
  const first = bytes.indexOf('%');
  if (first < 0) return bytes;
  const out = Buffer.allocUnsafe(bytes.length - first);
  let length = 0;
  for (let i = first; i < bytes.length; i++) {
    out[length++] = bytes.charCodeAt(i);
    while (length >= 3 && out[length - 3] === 0x25) {
      const high = hexDigit(out[length - 2]!);
      const low = hexDigit(out[length - 1]!);
      if (high < 0 || low < 0) break;
      length -= 2;
      out[length - 1] = high * 16 + low;
    }
  }
  return bytes.slice(0, first) + out.toString('latin1', 0, length);
}

/** Escapes the bytes that are not allowed in a urlkey: control characters, space, `#`, `%`, DEL and all bytes above. */
export function escapeForUrlkey(bytes: string): string {
  return bytes.replace(/[\0-\x20#%\x7f-\xff]/g, (byte) => escapes[byte.charCodeAt(0)]!);
}

const escapes = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).padStart(2, '0')}`);

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
