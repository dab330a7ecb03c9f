// Restricts the saxes parser: rejects entities and external files, and limits depth and lengths. Converts errors to
// BadConfigurationError.
import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { BadConfigurationError, type ReadLimits } from '../common/types.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  /** Called for each start tag. `line` is the line on which the tag begins. */
  open(element: string, attributes: XmlAttributes, line: number): void;
  text(text: string): void;
  close(element: string): void;
}

export interface XmlParser {
  write(text: string): void;
  end(): void;
  place(): { line: number; column: number };
  /** Creates an error at the current position. */
  fault(message: string): BadConfigurationError;
}

const MAX_ATTRIBUTES = 20;

export function createBoundedXmlParser(limits: ReadLimits, events: XmlEvents): XmlParser {
  const parser = new SaxesParser({ position: true });
  let written = 0;
  let writtenAtLastEvent = 0;
  let depth = 0;
  let line = 1;
  let attributes = 0;

  const place = () => ({ line: parser.line, column: parser.columnIndex + 1 });
  const fault = (message: string): BadConfigurationError => {
    const { line, column } = place();
    return new BadConfigurationError(message, line, column);
  };
  const happened = (): void => {
    writtenAtLastEvent = written;
  };

  parser.on('error', (error) => {
    throw fault(formatParserError(error));
  });
  // Ignores the XML declaration, because the decoder has already evaluated it.
  parser.on('xmldecl', happened);
  parser.on('doctype', (doctype) => {
    happened();
    const wrong = findDoctypeFault(doctype);
    if (wrong !== undefined) throw fault(wrong);
  });
  parser.on('opentagstart', () => {
    happened();
    depth += 1;
    if (depth > limits.depth) throw fault(`elements are nested more than ${limits.depth} deep`);
    line = parser.line;
    attributes = 0;
  });
  parser.on('attribute', ({ name }: SaxesAttributePlain) => {
    happened();
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES || name.length > limits.keyLength) {
      throw fault('an element has too many attributes, or one with too long a name');
    }
  });
  parser.on('opentag', ({ name, attributes }) => {
    happened();
    events.open(name, attributes as XmlAttributes, line);
  });
  parser.on('text', (text) => {
    happened();
    if (depth > 0) events.text(text);
  });
  parser.on('cdata', (text) => {
    happened();
    events.text(text);
  });
  parser.on('closetag', ({ name }) => {
    happened();
    depth -= 1;
    events.close(name);
  });
  parser.on('comment', happened);
  parser.on('processinginstruction', happened);

  return {
    write(text) {
      written += text.length;
      parser.write(text);
      // Limits the text that the parser buffers until the end of a tag, text or comment.
      if (written - writtenAtLastEvent > limits.valueLength) {
        throw fault(`a tag, text or comment is longer than ${limits.valueLength} characters`);
      }
    },
    end() {
      parser.close();
    },
    place,
    fault,
  };
}

/** Removes the position and the full stop from the parser's error message. */
function formatParserError(error: Error): string {
  return `this is not well-formed XML: ${error.message.replace(/^[\d:]+ ?/, '').replace(/\.$/, '')}`;
}

/**
 * Returns an error message for a document type declaration that is not allowed. `doctype` is the text between
 * `<!DOCTYPE` and `>`. Allows internal declarations of elements and attributes, because real title databases contain
 * them. Rejects entities and external files.
 */
function findDoctypeFault(doctype: string): string | undefined {
  const start = doctype.indexOf('[');
  const name = (start === -1 ? doctype : doctype.slice(0, start)).trim();
  const declarations = start === -1 ? '' : doctype.slice(start);
  if (/\s/.test(name)) return 'a document type must not refer to another file';
  if (/<!ENTITY|<!NOTATION|%/i.test(declarations)) return 'a document type must not declare or use entities';
  return undefined;
}
