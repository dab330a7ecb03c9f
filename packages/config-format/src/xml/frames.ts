// The elements of lockss-config: which may stand in which, and what is remembered of each while it is open.
import type { Entry } from '../common/types.ts';

export type Element =
  | 'lockss-config'
  | 'property'
  | 'list'
  | 'value'
  | 'if'
  | 'then'
  | 'else'
  | 'test'
  | 'and'
  | 'or'
  | 'not';

export interface Frame {
  readonly element: Element;
  readonly line: number;
  /** All conditions around it hold, so that its content counts. */
  readonly active: boolean;
  /** Key of the innermost property; empty outside of any. */
  readonly key: string;
  readonly entry?: Entry | undefined;
  /** property: it has its value. */
  hasValue?: boolean;
  /** list: its values so far, and whether they are to be added. */
  readonly items?: string[];
  listLength?: number;
  readonly append?: boolean;
  /** value: its text so far. */
  text?: string;
  /** if, test, and, or, not: what its tests say so far, and how many there were. */
  verdict?: boolean;
  tests?: number;
  /** if: what its body began with, after which no more tests may come. */
  body?: 'direct' | 'then' | 'else';
}

const conditions = ['test', 'and', 'or', 'not'] as const;
const children = new Map<Element, readonly Element[]>([
  ['lockss-config', ['property', 'if']],
  ['property', ['property', 'value', 'list', 'if']],
  ['list', ['value']],
  ['if', [...conditions, 'then', 'else', 'property', 'if']],
  ['then', ['property', 'if']],
  ['else', ['property', 'if']],
  ['and', conditions],
  ['or', conditions],
  ['not', conditions],
]);

/** The name as an element that may stand in `parent` (undefined: the file itself), or what is wrong. */
export function elementIn(
  parent: Element | undefined,
  name: string,
): { element: Element } | { wrong: string } {
  const allowed = parent === undefined ? ['lockss-config' as const] : children.get(parent);
  const element = allowed?.find((one) => one === name);
  if (element !== undefined) return { element };
  if (parent === undefined) return { wrong: 'the file must be a <lockss-config>' };
  return { wrong: `<${shown(name)}> cannot stand in <${parent}>` };
}

export function isCondition(element: Element): boolean {
  return conditions.some((one) => one === element);
}

const attributesOf = new Map<Element, readonly string[]>([
  ['property', ['name', 'value']],
  ['list', ['append']],
]);

/** What is wrong with an element's attributes. Those of `if` and `test` are conditions, of which any may be asked. */
export function stray(element: Element, attributes: Readonly<Record<string, string>>): string | undefined {
  if (element === 'if' || element === 'test' || element === 'lockss-config') return undefined;
  const known = attributesOf.get(element) ?? [];
  const other = Object.keys(attributes).find((name) => !known.includes(name));
  return other === undefined ? undefined : `<${element}> has no attribute "${shown(other)}"`;
}

/** Undefined: neither yes nor no. */
export function appends(text: string | undefined): boolean | undefined {
  if (text === undefined || /^false$/i.test(text)) return false;
  return /^true$/i.test(text) ? true : undefined;
}

/** What is wrong with `element` as the next child of an `if`: tests come before what they decide, `else` after `then`. */
export function enterBody(frame: Frame, element: Element): string | undefined {
  if (isCondition(element)) {
    return frame.body === undefined ? undefined : 'the tests of an <if> must come before its content';
  }
  const kind = element === 'then' || element === 'else' ? element : 'direct';
  const fits =
    kind === 'else'
      ? frame.body === 'then'
      : frame.body === undefined || (frame.body === 'direct' && kind === 'direct');
  if (!fits && kind === 'else') return 'an <else> must come after a <then>';
  if (!fits) return 'an <if> holds either properties or one <then> and <else>';
  frame.body = kind;
  return undefined;
}

export const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
