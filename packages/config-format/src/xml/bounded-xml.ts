// saxes with everything bounded: no entities, no other files, no depth or length without end. Errors become
// BadConfigurationError.
import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { BadConfigurationError, type Limits } from '../common/types.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlEvents {
  /** `line`: on which the tag begins. */
  open(element: string, attributes: Attributes, line: number): void;
  text(text: string): void;
  close(element: string): void;
}

export interface XmlParser {
  write(text: string): void;
  end(): void;
  place(): { line: number; column: number };
  /** An error at the present place. */
  fault(message: string): BadConfigurationError;
}

const MAX_ATTRIBUTES = 20;

export function boundedXml(limits: Limits, events: XmlEvents): XmlParser {
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
    throw fault(plainMessage(error));
  });
  // The decoder reads the declared encoding.
  parser.on('xmldecl', happened);
  parser.on('doctype', (doctype) => {
    happened();
    const wrong = doctypeFault(doctype);
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
    events.open(name, attributes as Attributes, line);
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
      // The parser keeps whatever has no end yet, and may keep no more than this.
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

/** The parser's message without the place it puts before it, and without its full stop. */
function plainMessage(error: Error): string {
  return `this is no well-formed XML: ${error.message.replace(/^[\d:]+ ?/, '').replace(/\.$/, '')}`;
}

/**
 * What is wrong with a document type, in plain words; undefined when it can be passed over. `doctype` is what is between
 * `<!DOCTYPE` and `>`. One kind is taken: declarations of elements and attributes within the file, which real title
 * databases begin with and which mean nothing here. Never entities, never another file.
 */
function doctypeFault(doctype: string): string | undefined {
  const start = doctype.indexOf('[');
  const name = (start === -1 ? doctype : doctype.slice(0, start)).trim();
  const declarations = start === -1 ? '' : doctype.slice(start);
  if (/\s/.test(name)) return 'a document type must not refer to another file';
  if (/<!ENTITY|<!NOTATION|%/i.test(declarations)) return 'a document type must not declare or use entities';
  return undefined;
}
