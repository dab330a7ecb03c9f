// A small XML file as a tree, within bounds: no document type, no entities but XML's own five, no depth without end.
import { SaxesParser } from 'saxes';
import { BadDefinition } from './bad-definition.ts';

export interface XmlElement {
  readonly name: string;
  /** On which its start tag ends. */
  readonly line: number;
  readonly children: readonly XmlElement[];
  /** All text directly in it, as it is. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export const deepestElement = 32;

/** `text` must be bounded by the caller. Throws BadDefinition at what is not well-formed, or not allowed here. */
export function xmlTree(text: string): XmlElement {
  const parser = new SaxesParser({ position: true });
  const open: (Omit<XmlElement, 'text'> & { children: XmlElement[]; texts: string[] })[] = [];
  let root: XmlElement | undefined;

  const fail = (message: string): never => {
    throw new BadDefinition(message, parser.line);
  };
  parser.on('error', (error) => fail(`it is not well-formed XML: ${withoutPlace(error.message)}`));
  parser.on('doctype', () => fail('it has a document type declaration, which is not read'));
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= deepestElement) fail(`its elements are nested deeper than ${deepestElement} levels`);
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

/** saxes puts `line:column: ` before its sentences. */
function withoutPlace(message: string): string {
  return message.replace(/^(?:\d+:)*\s*/, '').replace(/\.$/, '');
}
