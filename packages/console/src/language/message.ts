// Fills the placeholders of a message. A message is a text with `{name}` placeholders, or one text per plural form; the
// value `count` selects the plural form.

/** Texts keyed by the plural categories of Intl.PluralRules. */
export type Plurals = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Message = string | Plurals;
export type MessageValue = string | number;
export type MessageValues = Readonly<Record<string, MessageValue>>;

const PLACEHOLDER = /\{(\w+)\}/;

/**
 * Fills the placeholders of a message. Formats numbers for the locale. Leaves placeholders without a value unchanged.
 */
export function fillMessage(message: Message, values: MessageValues, locale: string): string {
  if (typeof message === 'string' && !message.includes('{')) return message;
  return splitMessage(message, values, locale)
    .map((part) => (typeof part === 'string' ? part : formatValue(values[part.name], part.name, locale)))
    .join('');
}

/** Splits a message into texts and placeholder names, so that the caller can insert elements for placeholders. */
export function splitMessage(
  message: Message,
  values: Readonly<Record<string, unknown>>,
  locale: string,
): (string | { readonly name: string })[] {
  const text = typeof message === 'string' ? message : choosePlural(message, values.count, locale);
  return text
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? part : { name: part }))
    .filter((part) => part !== '');
}

function choosePlural(plurals: Plurals, count: unknown, locale: string): string {
  const form = typeof count === 'number' ? getPluralRules(locale).select(count) : 'other';
  return plurals[form] ?? plurals.other;
}

function formatValue(value: MessageValue | undefined, name: string, locale: string): string {
  if (value === undefined) return `{${name}}`;
  return typeof value === 'number' ? getNumberFormat(locale).format(value) : value;
}

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

const getPluralRules = (locale: string): Intl.PluralRules =>
  getOrCreate(rules, locale, () => new Intl.PluralRules(locale));
const getNumberFormat = (locale: string): Intl.NumberFormat =>
  getOrCreate(numbers, locale, () => new Intl.NumberFormat(locale));

function getOrCreate<T>(known: Map<string, T>, locale: string, make: () => T): T {
  const found = known.get(locale) ?? make();
  known.set(locale, found);
  return found;
}
