// lockss-config XML → properties: nested names are joined, values and lists gathered, conditions decided on the way.
import { Entries } from '../entries.ts';
import { limitsOf } from '../limits.ts';
import type { TextReader } from '../text-reader.ts';
import type { Property, ReadOptions } from '../types.ts';
import { type Attributes, boundedXml } from './bounded-xml.ts';
import { judgeAttributes } from './conditions.ts';
import { type Element, elementIn, type Frame, isCondition, shown } from './frames.ts';

export function xmlReader(options: Omit<ReadOptions, 'format' | 'signal'>): TextReader {
  const limits = limitsOf(options);
  const facts = options.platform ?? { groups: [] };
  const entries = new Entries(options.entriesUnder);
  const open: Frame[] = [];
  let found: Property[] = [];

  const xml = boundedXml(limits, {
    open(name, attributes, line) {
      const parent = open.at(-1);
      const known = elementIn(parent?.element, name);
      if ('wrong' in known) throw xml.fault(known.wrong);
      open.push(begin(known.element, attributes, line, parent));
    },
    text: takeText,
    close() {
      end(open.pop()!, open.at(-1));
    },
  });

  function begin(element: Element, attributes: Attributes, line: number, parent: Frame | undefined): Frame {
    const common = { element, line, active: parent?.active ?? true, key: parent?.key ?? '' };
    const inherited = { ...common, entry: parent?.entry };
    if (parent?.element === 'if') enterBody(parent, element);
    switch (element) {
      case 'property':
        return property(attributes, { ...inherited, active: bodyCounts(parent!, element) });
      case 'value':
        only(element, attributes, []);
        if (parent!.element === 'property') claimValue(parent!);
        return { ...inherited, text: '' };
      case 'list':
        only(element, attributes, ['append']);
        claimValue(parent!);
        return { ...inherited, items: [], append: appends(attributes.append) };
      case 'if':
        return { ...inherited, active: bodyCounts(parent!, element), ...judged(attributes) };
      case 'test':
        if (Object.keys(attributes).length === 0) throw xml.fault('a <test> tests nothing');
        return { ...inherited, ...judged(attributes) };
      case 'then':
      case 'else':
        only(element, attributes, []);
        return { ...inherited, active: bodyCounts(parent!, element) };
      default:
        only(element, attributes, []);
        return { ...inherited, verdict: element !== 'or', tests: 0 };
    }
  }

  function property(attributes: Attributes, common: Frame): Frame {
    only('property', attributes, ['name', 'value']);
    const { name, value } = attributes;
    if (name === undefined || name === '') throw xml.fault('a <property> has no name');
    const key = common.key === '' ? name : `${common.key}.${name}`;
    if (key.length > limits.keyLength)
      throw xml.fault(`a name is longer than ${limits.keyLength} characters`);
    const entry =
      value === undefined && entries.isParent(common.key)
        ? entries.begin(name, common.line)
        : (common.entry ?? entries.of(key, common.line));
    const frame: Frame = { ...common, key, entry, hasValue: value !== undefined };
    if (value !== undefined) give(frame, value, {});
    return frame;
  }

  function end(frame: Frame, parent: Frame | undefined): void {
    if (frame.element === 'value') endValue(frame.text!.trim(), frame, parent!);
    if (frame.element === 'list') give(frame, frame.items!, frame.append === true ? { append: true } : {});
    if (isCondition(frame.element)) endCondition(frame, parent!);
    if (frame.element === 'if' && frame.tests === 0) throw xml.fault('an <if> has no condition');
  }

  function endValue(text: string, frame: Frame, parent: Frame): void {
    if (parent.element === 'property') {
      give(frame, text, {});
      return;
    }
    parent.items!.push(text);
    parent.listLength = (parent.listLength ?? 0) + text.length + 1;
    if (parent.listLength > limits.listLength) throw xml.fault('a list is too long');
  }

  function endCondition(frame: Frame, parent: Frame): void {
    if (frame.tests === 0) throw xml.fault(`<${frame.element}> has no tests in it`);
    const verdict = frame.element === 'not' ? !frame.verdict! : frame.verdict!;
    parent.verdict = parent.element === 'or' ? parent.verdict! || verdict : parent.verdict! && verdict;
    parent.tests = parent.tests! + 1;
  }

  /** Tests come before what they decide about, and `else` after `then`. */
  function enterBody(frame: Frame, element: Element): void {
    if (isCondition(element)) {
      if (frame.body !== undefined) throw xml.fault('the tests of an <if> must come before its content');
      return;
    }
    const kind = element === 'then' || element === 'else' ? element : 'direct';
    if (kind === 'else' && frame.body !== 'then') throw xml.fault('an <else> must come after a <then>');
    const first = frame.body === undefined || (frame.body === 'direct' && kind === 'direct');
    if (kind !== 'else' && !first)
      throw xml.fault('an <if> holds either properties or one <then> and <else>');
    frame.body = kind;
  }

  function bodyCounts(parent: Frame, element: Element): boolean {
    if (parent.element !== 'if') return parent.active;
    return parent.active && (element === 'else' ? !parent.verdict! : parent.verdict!);
  }

  function judged(attributes: Attributes): { verdict: boolean; tests: number } {
    const { holds, unknown } = judgeAttributes(facts, attributes, xml.fault);
    for (const name of unknown) {
      options.warn?.({
        message: `the condition "${shown(name)}" is not known and never holds`,
        line: xml.place().line,
      });
    }
    return { verdict: holds, tests: Object.keys(attributes).length };
  }

  function claimValue(frame: Frame): void {
    if (frame.hasValue) throw xml.fault(`the property "${shown(frame.key)}" has more than one value`);
    frame.hasValue = true;
  }

  function give(frame: Frame, value: string | readonly string[], how: { append?: boolean }): void {
    if (!frame.active) return;
    const { key, line, entry } = frame;
    found.push({ key, value, line, ...how, ...(entry === undefined ? {} : { entry }) });
  }

  function takeText(text: string): void {
    const frame = open.at(-1)!;
    if (frame.element === 'value') {
      frame.text += text;
      if (frame.text!.length > limits.valueLength)
        throw xml.fault(`a value is longer than ${limits.valueLength} characters`);
    } else if (/\S/.test(text)) throw xml.fault(`text cannot stand in <${frame.element}>`);
  }

  function only(element: Element, attributes: Attributes, known: readonly string[]): void {
    const other = Object.keys(attributes).find((name) => !known.includes(name));
    if (other !== undefined) throw xml.fault(`<${element}> has no attribute "${shown(other)}"`);
  }

  function appends(text: string | undefined): boolean {
    if (text === undefined || /^false$/i.test(text)) return false;
    if (/^true$/i.test(text)) return true;
    throw xml.fault('append must be true or false');
  }

  return {
    write: (text) => xml.write(text),
    end: () => xml.end(),
    take() {
      const taken = found;
      found = [];
      return taken;
    },
    place: () => xml.place(),
  };
}
