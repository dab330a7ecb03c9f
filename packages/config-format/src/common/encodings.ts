// Character encodings of configuration files. For XML, a byte order mark or the declaration determines the encoding.
// Properties are decoded as UTF-8 if the file is valid UTF-8, otherwise as ISO-8859-1 (the encoding of
// java.util.Properties).

/** Decodes a file chunk by chunk. */
export interface TextChunkDecoder {
  /** Decodes a chunk. Returns an empty string until the encoding is known; a later call then returns the text. */
  decode(piece: Uint8Array): string;
  /** Returns the remaining text. Call at the end of the file. */
  end(): string;
}

/** Creates the error that a decoder throws for invalid bytes. */
type FaultFactory = (message: string) => Error;

/** Maximum length of an XML declaration. A longer declaration is ignored. */
const MAX_DECLARATION_BYTES = 1024;
/** Maximum number of bytes of a properties file that are buffered until the encoding is known. */
const MAX_UNDECIDED_BYTES = 4 * 1024 * 1024;

const LATIN_1 = 'iso-8859-1';
const latin1Names = new Set(['iso-8859-1', 'iso_8859-1', 'iso8859-1', 'iso8859_1', 'latin1', 'l1', 'cp819']);
const utf8Names = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

export function createXmlDecoder(fault: FaultFactory): TextChunkDecoder {
  return createBufferingDecoder(isXmlStart, (start) =>
    createNamedDecoder(detectXmlEncoding(start, fault), fault),
  );
}

export function createPropertiesDecoder(fault: FaultFactory): TextChunkDecoder {
  return createBufferingDecoder(
    (start) => start.length >= 3,
    (start) => {
      const marked = detectByteOrderMark(start);
      return marked === undefined ? createUndeclaredDecoder(fault) : createNamedDecoder(marked, fault);
    },
  );
}

/** Returns the encoding of a stored file, as the value of a `charset` parameter. `start` is the start of the file. */
export function detectCharset(format: 'xml' | 'properties' | 'tdb', start: Uint8Array): string {
  if (format === 'tdb') return 'utf-8';
  if (format === 'xml') {
    const name = detectXmlEncoding(start, (message) => new Error(message)).toLowerCase();
    if (utf8Names.has(name)) return 'utf-8';
    return name.startsWith('utf-16') ? 'utf-16' : name;
  }
  const marked = detectByteOrderMark(start);
  if (marked !== undefined) return marked.startsWith('utf-16') ? 'utf-16' : marked;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return 'utf-8';
  } catch {
    return LATIN_1;
  }
}

/**
 * Buffers the first bytes until `isEnough` returns true, then decodes all bytes with the decoder that `choose` returns.
 */
function createBufferingDecoder(
  isEnough: (start: Buffer) => boolean,
  choose: (start: Buffer) => TextChunkDecoder,
): TextChunkDecoder {
  let start: Buffer = Buffer.alloc(0);
  let chosen: TextChunkDecoder | undefined;
  return {
    decode(piece) {
      if (chosen !== undefined) return chosen.decode(piece);
      start = Buffer.concat([start, piece]);
      if (!isEnough(start)) return '';
      chosen = choose(start);
      return chosen.decode(start);
    },
    end() {
      if (chosen !== undefined) return chosen.end();
      chosen = choose(start);
      return chosen.decode(start) + chosen.end();
    },
  };
}

/**
 * Returns whether the first bytes of an XML file are enough to determine its encoding. They must contain a byte order
 * mark, a complete declaration, or evidence that there is no declaration.
 */
function isXmlStart(start: Buffer): boolean {
  if (start.length < 4) return false;
  const text = start.toString('latin1', 0, MAX_DECLARATION_BYTES);
  return (
    start.length >= MAX_DECLARATION_BYTES || !'<?xml'.startsWith(text.slice(0, 5)) || text.includes('?>')
  );
}

function detectXmlEncoding(bytes: Uint8Array, fault: FaultFactory): string {
  const start = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES));
  const found = detectByteOrderMark(start) ?? detectUtf16Start(start);
  if (found !== undefined) return found;
  const [, declaration = ''] = /^(<\?xml\s[^>]*?)\?>/.exec(start.toString('latin1')) ?? [];
  const [, , declared = 'utf-8'] = /\sencoding\s*=\s*(["'])(.*?)\1/.exec(declaration) ?? [];
  if (/^(?:utf-?16|utf-?32|ucs-?[24]|iso-10646)/i.test(declared))
    throw fault(`the file declares the encoding ${JSON.stringify(declared)}, but is not written in it`);
  return declared;
}

function detectByteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Detects UTF-16 without a byte order mark by the first two bytes, because XML begins with `<`. */
function detectUtf16Start([first, second]: Uint8Array): string | undefined {
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : undefined;
}

function createNamedDecoder(name: string, fault: FaultFactory): TextChunkDecoder {
  const known = name.toLowerCase();
  if (latin1Names.has(known)) return createLatin1Decoder();
  return createStrictDecoder(utf8Names.has(known) ? 'utf-8' : known, fault);
}

function createStrictDecoder(name: string, fault: FaultFactory, ignoreBOM = false): TextChunkDecoder {
  const decoder = createTextDecoder(name, fault, ignoreBOM);
  const attempt = (decode: () => string): string => {
    try {
      return decode();
    } catch {
      throw fault(`from about here on the file is not ${name.toUpperCase()}`);
    }
  };
  return {
    decode: (piece) => attempt(() => decoder.decode(piece, { stream: true })),
    end: () => attempt(() => decoder.decode()),
  };
}

function createTextDecoder(
  name: string,
  fault: FaultFactory,
  ignoreBOM: boolean,
): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM });
  } catch {
    throw fault(
      `the file declares the encoding ${JSON.stringify(name.slice(0, 40))}, which is not supported; save it as UTF-8`,
    );
  }
}

// Decodes ISO-8859-1. TextDecoder decodes this label as Windows-1252.
function createLatin1Decoder(): TextChunkDecoder {
  return {
    decode: (piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'),
    end: () => '',
  };
}

/**
 * Decodes UTF-8 if the whole file is valid UTF-8, otherwise ISO-8859-1. Buffers chunks from the first non-ASCII byte on
 * until the encoding is known. If they exceed the maximum, decodes UTF-8 and rejects invalid bytes.
 */
function createUndeclaredDecoder(fault: FaultFactory): TextChunkDecoder {
  const ascii = createLatin1Decoder();
  let chosen: TextChunkDecoder | undefined;
  let undecided: Uint8Array[] = [];
  let length = 0;
  let texts: string[] = [];
  let attempt: TextChunkDecoder | undefined;

  const isUtf8 = (step: (decoder: TextChunkDecoder) => string): boolean => {
    attempt ??= createStrictDecoder('utf-8', fault, true);
    try {
      texts.push(step(attempt));
      return true;
    } catch {
      return false;
    }
  };
  const choose = (utf8: boolean): string => {
    chosen = utf8 ? attempt! : ascii;
    const text = utf8 ? texts.join('') : undecided.map(ascii.decode).join('');
    undecided = [];
    texts = [];
    return text;
  };
  return {
    decode(piece) {
      if (chosen !== undefined) return chosen.decode(piece);
      if (length === 0 && piece.every((byte) => byte < 0x80)) return ascii.decode(piece);
      undecided.push(piece.slice());
      length += piece.length;
      if (!isUtf8((decoder) => decoder.decode(piece))) return choose(false);
      return length > MAX_UNDECIDED_BYTES ? choose(true) : '';
    },
    end() {
      if (chosen !== undefined) return chosen.end();
      return length === 0 ? '' : choose(isUtf8((decoder) => decoder.end()));
    },
  };
}
