// Condition of a query in the format of chips and the condition dialog: property, operator and value.
import { quoteText } from '../../../service/quote-text.ts';

/** Type of the values of a property. */
export type ColumnKind = 'text' | 'choice' | 'boolean' | 'count' | 'bytes' | 'share' | 'time';

export const OPERATORS = [
  'contains',
  'begins',
  'is',
  'isNot',
  'atLeast',
  'atMost',
  'isTrue',
  'isFalse',
  'has',
  'lacks',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface QueryCondition {
  readonly property: string;
  readonly operator: Operator;
  /** Value as the user enters it: times as `yyyy-mm-dd`, fractions in percent. Empty if the operator has no value. */
  readonly value: string;
}

const ofText: readonly Operator[] = ['contains', 'begins', 'is', 'isNot', 'has', 'lacks'];
const ofNumbers: readonly Operator[] = ['atLeast', 'atMost', 'is', 'has', 'lacks'];
const operators: Readonly<Record<ColumnKind, readonly Operator[]>> = {
  text: ofText,
  choice: ['is', 'isNot', 'has', 'lacks'],
  boolean: ['isTrue', 'isFalse'],
  count: ofNumbers,
  bytes: ofNumbers,
  share: ofNumbers,
  time: ['atLeast', 'atMost', 'has', 'lacks'],
};

export const listOperators = ({ kind }: { readonly kind: ColumnKind }): readonly Operator[] =>
  operators[kind];

export const needsValue = (operator: Operator): boolean =>
  !['isTrue', 'isFalse', 'has', 'lacks'].includes(operator);

/** Returns the condition as query text, or undefined if the value is invalid for the property. */
export function formatCondition(
  { property, operator, value }: QueryCondition,
  kind: ColumnKind,
): string | undefined {
  const literal = needsValue(operator) ? formatLiteral(value.trim(), kind) : '';
  if (literal === undefined) return undefined;
  switch (operator) {
    case 'contains':
      return `${property} $like ${quoteText(`%${value.trim()}%`)}`;
    case 'begins':
      return `${property} $like ${quoteText(`${value.trim()}%`)}`;
    case 'is':
      return `${property} = ${literal}`;
    case 'isNot':
      return `${property} != ${literal}`;
    case 'atLeast':
      return `${property} >= ${literal}`;
    case 'atMost':
      return `${property} <= ${literal}`;
    case 'isTrue':
      return `${property} = true`;
    case 'isFalse':
      return `${property} = false`;
    case 'has':
      return `${property} is not null`;
    case 'lacks':
      return `${property} is null`;
  }
}

const FORM = /^([A-Za-z]\w*)\s*(?:(\$like|=|!=|<>|>=|<=)\s*(.+)|(is\s+not\s+null)|(is\s+null))$/is;

/** Parses a condition. Returns undefined if the form cannot express it; the condition is then displayed as text. */
export function parseCondition(
  text: string,
  kindOf: (property: string) => ColumnKind | undefined,
): QueryCondition | undefined {
  const [, property = '', operator, operand = '', has, lacks] = FORM.exec(text) ?? [];
  const kind = kindOf(property);
  if (kind === undefined) return undefined;
  if (has !== undefined) return { property, operator: 'has', value: '' };
  if (lacks !== undefined) return { property, operator: 'lacks', value: '' };
  const read = { property, ...parseComparison(operator!.toLowerCase(), operand.trim(), kind) };
  const condition = 'operator' in read && 'value' in read ? (read as QueryCondition) : undefined;
  const isOurs = condition !== undefined && operators[kind].includes(condition.operator);
  return isOurs ? condition : undefined;
}

function parseComparison(operator: string, operand: string, kind: ColumnKind): Partial<QueryCondition> {
  if (kind === 'boolean') {
    const isTrue = /^true$/i.test(operand);
    return operator === '=' && (isTrue || /^false$/i.test(operand))
      ? { operator: isTrue ? 'isTrue' : 'isFalse', value: '' }
      : {};
  }
  const value = parseLiteral(operand, kind);
  if (value === undefined) return {};
  if (operator === '$like') {
    const inner = value.replace(/^%|%$/g, '');
    if (inner.includes('%') || !value.endsWith('%')) return {};
    return { operator: value.startsWith('%') ? 'contains' : 'begins', value: inner };
  }
  const words = { '=': 'is', '!=': 'isNot', '<>': 'isNot', '>=': 'atLeast', '<=': 'atMost' } as const;
  return { operator: words[operator as keyof typeof words], value };
}

const PLAIN_NUMBER = /^-?\d{1,20}(?:\.\d{1,6})?$/;

function formatLiteral(value: string, kind: ColumnKind): string | undefined {
  if (kind === 'text' || kind === 'choice') return value === '' ? undefined : quoteText(value);
  if (kind === 'time') return /^\d{4}-\d\d-\d\d$/.test(value) ? `toDate('${value}')` : undefined;
  if (!PLAIN_NUMBER.test(value)) return undefined;
  return kind === 'share' ? String(Math.round(Number(value) * 1e4) / 1e6) : value;
}

function parseLiteral(literal: string, kind: ColumnKind): string | undefined {
  const text = /^'((?:[^']|'')*)'$/.exec(literal)?.[1]?.replaceAll("''", "'");
  if (kind === 'text' || kind === 'choice') return text;
  if (kind === 'time') return /^toDate\('(\d{4}-\d\d-\d\d)'\)$/i.exec(literal)?.[1];
  if (!PLAIN_NUMBER.test(literal)) return undefined;
  return kind === 'share' ? String(Math.round(Number(literal) * 1e6) / 1e4) : literal;
}
