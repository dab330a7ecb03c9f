// Decodes captured HTML and CSS as browsers do: byte order mark, charset of the Content-Type, declaration in the text,
// valid UTF-8, and otherwise windows-1252.
import sniffEncoding from 'html-encoding-sniffer';

/** Decodes an HTML document. Invalid bytes and NUL become U+FFFD. */
export function decodeHtml(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = findCharset(contentType);
  const encoding = sniffEncoding(bytes, {
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
    defaultEncoding: guessEncoding(bytes),
  });
  return decodeAs(encoding, bytes).replaceAll('\0', '\ufffd');
}

/** Decodes a style sheet. `@charset` must come first, in exactly this form (CSS Syntax, section 3.2). */
export function decodeCss(bytes: Uint8Array, contentType: string | undefined): string {
  const beginning = Buffer.from(bytes.subarray(0, 128)).toString('latin1');
  const declared = /^@charset "([^"]{1,40})";/.exec(beginning)?.[1];
  // The declaration was readable as ASCII, so the sheet cannot be UTF-16. CSS Syntax then prescribes UTF-8.
  const readable = declared !== undefined && /^utf-16/i.test(declared) ? 'utf-8' : declared;
  const encoding = findMark(bytes) ?? findCharset(contentType) ?? readable ?? guessEncoding(bytes);
  return decodeAs(encoding, bytes).replaceAll('\0', '\ufffd');
}

function findMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined;
}

function findCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*["']?\s*([\w.:+-]{1,40})/i.exec(contentType ?? '')?.[1];
}

function guessEncoding(bytes: Uint8Array): string {
  try {
    // With `stream`, an incomplete character at the end is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // Unknown charset.
    return new TextDecoder(guessEncoding(bytes)).decode(bytes);
  }
}
