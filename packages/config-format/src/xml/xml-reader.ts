// Reads lockss-config XML as properties: joins nested names, collects values and lists, and evaluates conditions.
import { EntryGrouper } from '../common/entries.ts';
import { applyDefaultLimits, type PropertyReader } from '../common/property-reader.ts';
import type { ConfigurationReadOptions, Property, ReadLimits } from '../common/types.ts';
import { createBoundedXmlParser, type XmlAttributes, type XmlParser } from './bounded-xml.ts';
import { evaluateConditions } from './conditions.ts';
import {
  type ConfigurationElement,
  enterIfBody,
  findStrayAttribute,
  isConditionElement,
  type OpenElement,
  parseAppendAttribute,
  resolveElement,
  shortenName,
} from './elements.ts';

export type XmlOptions = Omit<ConfigurationReadOptions, 'format' | 'signal'>;

export class XmlReader implements PropertyReader {
  readonly #options: XmlOptions;
  readonly #limits: ReadLimits;
  readonly #entries: EntryGrouper;
  readonly #xml: XmlParser;
  /** Open elements. The last one is the innermost. */
  readonly #frames: OpenElement[] = [];
  #found: Property[] = [];

  constructor(options: XmlOptions) {
    this.#options = options;
    this.#limits = applyDefaultLimits(options);
    this.#entries = new EntryGrouper(options.entriesUnder);
    this.#xml = createBoundedXmlParser(this.#limits, {
      open: (name, attributes, line) => this.#openElement(name, attributes, line),
      text: (text) => this.#appendText(text),
      close: () => this.#closeElement(this.#frames.pop()!, this.#frames.at(-1)),
    });
  }

  write(text: string): void {
    this.#xml.write(text);
  }

  end(): void {
    this.#xml.end();
  }

  take(): Property[] {
    const taken = this.#found;
    this.#found = [];
    return taken;
  }

  place() {
    return this.#xml.place();
  }

  #openElement(name: string, attributes: XmlAttributes, line: number): void {
    const parent = this.#frames.at(-1);
    const known = resolveElement(parent?.element, name);
    if ('wrong' in known) throw this.#xml.fault(known.wrong);
    const { element } = known;
    this.#throwIfWrong(findStrayAttribute(element, attributes));
    if (parent?.element === 'if') this.#throwIfWrong(enterIfBody(parent, element));
    const active = parent === undefined || isBodyActive(parent, element);
    const frame = { element, line, active, key: parent?.key ?? '', entry: parent?.entry };
    this.#frames.push(this.#startFrame(frame, attributes, parent));
  }

  #startFrame(frame: OpenElement, attributes: XmlAttributes, parent: OpenElement | undefined): OpenElement {
    switch (frame.element) {
      case 'property':
        return this.#startProperty(frame, attributes);
      case 'value':
        if (parent!.element === 'property') this.#claimValue(parent!);
        return { ...frame, text: '' };
      case 'list': {
        this.#claimValue(parent!);
        const append = parseAppendAttribute(attributes.append);
        if (append === undefined) throw this.#xml.fault('append must be true or false');
        return { ...frame, items: [], append };
      }
      case 'test':
        if (Object.keys(attributes).length === 0) throw this.#xml.fault('a <test> tests nothing');
        return { ...frame, ...this.#evaluateTests(attributes) };
      case 'if':
        return { ...frame, ...this.#evaluateTests(attributes) };
      default:
        return { ...frame, verdict: frame.element !== 'or', tests: 0 };
    }
  }

  #startProperty(frame: OpenElement, { name, value }: XmlAttributes): OpenElement {
    if (name === undefined || name === '') throw this.#xml.fault('a <property> has no name');
    const key = frame.key === '' ? name : `${frame.key}.${name}`;
    const { keyLength } = this.#limits;
    if (key.length > keyLength) throw this.#xml.fault(`a name is longer than ${keyLength} characters`);
    const begins = value === undefined && this.#entries.isParent(frame.key);
    const entry = begins
      ? this.#entries.begin(name, frame.line)
      : (frame.entry ?? this.#entries.of(key, frame.line));
    const property: OpenElement = { ...frame, key, entry, hasValue: value !== undefined };
    if (value !== undefined) this.#addValue(property, value);
    return property;
  }

  #closeElement(frame: OpenElement, parent: OpenElement | undefined): void {
    if (frame.element === 'value') this.#closeValue(frame.text!.trim(), frame, parent!);
    if (frame.element === 'list') this.#addValue(frame, frame.items!, frame.append);
    if (isConditionElement(frame.element)) this.#closeCondition(frame, parent!);
    if (frame.element === 'if' && frame.tests === 0) throw this.#xml.fault('an <if> has no condition');
  }

  #closeValue(text: string, frame: OpenElement, parent: OpenElement): void {
    if (parent.element === 'property') {
      this.#addValue(frame, text);
      return;
    }
    parent.items!.push(text);
    parent.listLength = (parent.listLength ?? 0) + text.length + 1;
    if (parent.listLength > this.#limits.listLength) throw this.#xml.fault('a list is too long');
  }

  #closeCondition(frame: OpenElement, parent: OpenElement): void {
    if (frame.tests === 0) throw this.#xml.fault(`<${frame.element}> has no tests in it`);
    const verdict = frame.element === 'not' ? !frame.verdict! : frame.verdict!;
    parent.verdict = parent.element === 'or' ? parent.verdict! || verdict : parent.verdict! && verdict;
    parent.tests = parent.tests! + 1;
  }

  #evaluateTests(attributes: XmlAttributes): { verdict: boolean; tests: number } {
    const facts = this.#options.platform ?? { groups: [] };
    const { holds, unknown } = evaluateConditions(facts, attributes, this.#xml.fault);
    const { line } = this.#xml.place();
    for (const name of unknown) {
      const message = `the condition "${shortenName(name)}" is not known and never holds`;
      this.#options.warn?.({ message, line });
    }
    return { verdict: holds, tests: Object.keys(attributes).length };
  }

  #claimValue(property: OpenElement): void {
    if (property.hasValue) {
      throw this.#xml.fault(`the property "${shortenName(property.key)}" has more than one value`);
    }
    property.hasValue = true;
  }

  #addValue(
    { active, key, line, entry }: OpenElement,
    value: string | readonly string[],
    append = false,
  ): void {
    if (!active) return;
    this.#found.push({
      key,
      value,
      line,
      ...(append ? { append } : {}),
      ...(entry === undefined ? {} : { entry }),
    });
  }

  #appendText(text: string): void {
    const frame = this.#frames.at(-1)!;
    if (frame.element !== 'value') {
      if (/\S/.test(text)) throw this.#xml.fault(`text cannot stand in <${frame.element}>`);
      return;
    }
    frame.text += text;
    const { valueLength } = this.#limits;
    if (frame.text!.length > valueLength) {
      throw this.#xml.fault(`a value is longer than ${valueLength} characters`);
    }
  }

  #throwIfWrong(wrong: string | undefined): void {
    if (wrong !== undefined) throw this.#xml.fault(wrong);
  }
}

function isBodyActive(parent: OpenElement, element: ConfigurationElement): boolean {
  if (parent.element !== 'if' || isConditionElement(element)) return parent.active;
  return parent.active && (element === 'else' ? !parent.verdict! : parent.verdict!);
}
