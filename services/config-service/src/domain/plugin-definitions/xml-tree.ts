// Parses a small XML file into a tree. Rejects document types, custom entities and deep nesting. Uses the encoding in
// the byte order mark or the XML declaration; the default is UTF-8.
import { SaxesParser } from 'saxes';
import { DefinitionError } from './definition-error.ts';

export interface XmlElement {
  readonly name: string;
  /** Number of the line on which the start tag ends. */
  readonly line: number;
  readonly children: readonly XmlElement[];
  /** Text directly inside the element, unmodified. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export const MAX_DEPTH = 32;

/**
 * Parses an XML file. The caller must limit the length of `bytes`. Throws DefinitionError if the file is not
 * well-formed or contains a forbidden construct.
 */
export function parseXmlTree(bytes: Uint8Array): XmlElement {
  const text = xmlText(bytes);
  const parser = new SaxesParser({ position: true });
  const open: (Omit<XmlElement, 'text'> & { children: XmlElement[]; texts: string[] })[] = [];
  let root: XmlElement | undefined;

  const fail = (message: string): never => {
    throw new DefinitionError(message, parser.line);
  };
  parser.on('error', (error) => fail(`it is not well-formed XML: ${stripPosition(error.message)}`));
  parser.on('doctype', () => fail('it has a document type declaration, which is not read'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= MAX_DEPTH) fail(`its elements are nested deeper than ${MAX_DEPTH} levels`);
    open.push({
      name,
      attributes: attributes as XmlElement['attributes'],
      line: parser.line,
      children: [],
      texts: [],
    });
  });
  const takeText = (some: string) => open.at(-1)?.texts.push(some);
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    const { texts, ...element } = open.pop()!;
    const whole = { ...element, text: texts.join('') };
    const parent = open.at(-1);
    if (parent === undefined) root = whole;
    else parent.children.push(whole);
  });
  parser.write(text).close();
  return root ?? fail('it is empty');
}

/** Removes the prefix `line:column: ` that saxes adds to error messages. */
function stripPosition(message: string): string {
  return message.replace(/^(?:\d+:)*\s*/, '').replace(/\.$/, '');
}

/** Decodes the bytes. Throws DefinitionError if they are not valid in their encoding. */
function xmlText(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? 'utf-8';
  if (!READABLE_ENCODINGS.has(encoding)) {
    throw new DefinitionError(`it is encoded in ${JSON.stringify(encoding)}, which cannot be read here`, 1);
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new DefinitionError(`it is not ${encoding.toUpperCase()}`);
  }
}

const READABLE_ENCODINGS = new Set([
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'windows-1252',
  'utf-16le',
  'utf-16be',
]);

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?<\?xml [^>]*\bencoding=["']([\w.-]{1,40})["']/.exec(start)?.[1]?.toLowerCase();
}
