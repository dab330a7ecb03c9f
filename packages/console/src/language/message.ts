// One message with its values put in. A message is a text with `{name}` in it, or one text for each plural form that the
// language has, chosen by the value `count`. Knows no language by itself.

/** By the names of Intl.PluralRules; `other` is always there. */
export type Plurals = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Message = string | Plurals;
export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;

const PLACEHOLDER = /\{(\w+)\}/;

/** Numbers are written as the locale writes them. A value that is missing stays visible as its placeholder. */
export function filled(message: Message, values: Values, locale: string): string {
  if (typeof message === 'string' && !message.includes('{')) return message;
  return partsOf(message, values, locale)
    .map((part) => (typeof part === 'string' ? part : written(values[part.name], part.name, locale)))
    .join('');
}

/** The texts of a message and, between them, the names of its placeholders: for values that are no text. */
export function partsOf(
  message: Message,
  values: Readonly<Record<string, unknown>>,
  locale: string,
): (string | { readonly name: string })[] {
  const text = typeof message === 'string' ? message : pluralOf(message, values.count, locale);
  return text
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? part : { name: part }))
    .filter((part) => part !== '');
}

function pluralOf(plurals: Plurals, count: unknown, locale: string): string {
  const form = typeof count === 'number' ? rulesOf(locale).select(count) : 'other';
  return plurals[form] ?? plurals.other;
}

function written(value: Value | undefined, name: string, locale: string): string {
  if (value === undefined) return `{${name}}`;
  return typeof value === 'number' ? numbersOf(locale).format(value) : value;
}

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

const rulesOf = (locale: string): Intl.PluralRules => kept(rules, locale, () => new Intl.PluralRules(locale));
const numbersOf = (locale: string): Intl.NumberFormat =>
  kept(numbers, locale, () => new Intl.NumberFormat(locale));

function kept<T>(known: Map<string, T>, locale: string, make: () => T): T {
  const found = known.get(locale) ?? make();
  known.set(locale, found);
  return found;
}
