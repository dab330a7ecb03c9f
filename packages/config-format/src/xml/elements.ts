// Elements of lockss-config XML: how they may be nested, and the state of each open element.
import type { PropertyEntry } from '../common/types.ts';

export type ConfigurationElement =
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

export interface OpenElement {
  readonly element: ConfigurationElement;
  readonly line: number;
  /** True if all enclosing conditions are true. If false, the content is ignored. */
  readonly active: boolean;
  /** Key of the innermost enclosing property. Empty outside properties. */
  readonly key: string;
  readonly entry?: PropertyEntry | undefined;
  /** For `property` elements: true if a value was read. */
  hasValue?: boolean;
  /** For `list` elements: the values read so far, and whether to append them. */
  readonly items?: string[];
  listLength?: number;
  readonly append?: boolean;
  /** For `value` elements: the text read so far. */
  text?: string;
  /** For `if`, `test`, `and`, `or` and `not` elements: the combined result and the number of tests read so far. */
  verdict?: boolean;
  tests?: number;
  /** For `if` elements: the kind of body. After the body has begun, tests are not allowed. */
  body?: 'direct' | 'then' | 'else';
}

const conditions = ['test', 'and', 'or', 'not'] as const;
const children = new Map<ConfigurationElement, readonly ConfigurationElement[]>([
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

/** Returns the element named `name` if `parent` (undefined for the root) may contain it, else an error message. */
export function resolveElement(
  parent: ConfigurationElement | undefined,
  name: string,
): { element: ConfigurationElement } | { wrong: string } {
  const allowed = parent === undefined ? ['lockss-config' as const] : children.get(parent);
  const element = allowed?.find((one) => one === name);
  if (element !== undefined) return { element };
  if (parent === undefined) return { wrong: 'the file must be a <lockss-config>' };
  return { wrong: `<${shortenName(name)}> cannot stand in <${parent}>` };
}

export function isConditionElement(element: ConfigurationElement): boolean {
  return conditions.some((one) => one === element);
}

const attributesOf = new Map<ConfigurationElement, readonly string[]>([
  ['property', ['name', 'value']],
  ['list', ['append']],
]);

/**
 * Returns an error message for the first attribute that the element must not have, otherwise undefined. Attributes of
 * `if` and `test` are conditions and may have any name.
 */
export function findStrayAttribute(
  element: ConfigurationElement,
  attributes: Readonly<Record<string, string>>,
): string | undefined {
  if (element === 'if' || element === 'test' || element === 'lockss-config') return undefined;
  const known = attributesOf.get(element) ?? [];
  const other = Object.keys(attributes).find((name) => !known.includes(name));
  return other === undefined ? undefined : `<${element}> has no attribute "${shortenName(other)}"`;
}

/** Parses the attribute `append`. Returns undefined if its value is neither true nor false. */
export function parseAppendAttribute(text: string | undefined): boolean | undefined {
  if (text === undefined || /^false$/i.test(text)) return false;
  return /^true$/i.test(text) ? true : undefined;
}

/**
 * Returns an error message if `element` cannot be the next child of an `if`, otherwise undefined. Tests must precede
 * the body, and `then` must precede `else`.
 */
export function enterIfBody(frame: OpenElement, element: ConfigurationElement): string | undefined {
  if (isConditionElement(element)) {
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

export const shortenName = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);
