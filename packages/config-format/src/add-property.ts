// What becomes of a property that comes after others of the same key: it replaces them, or is added to them.
import { BadConfigurationError, type Property } from './common/types.ts';

export type Value = string | readonly string[];

/** Throws BadConfigurationError when a list is to be added to a key that has no value. */
export function addProperty(properties: Map<string, Value>, { key, value, append, line }: Property): void {
  if (append !== true) {
    properties.set(key, value);
    return;
  }
  const before = properties.get(key);
  if (before === undefined) {
    throw new BadConfigurationError(`the list "${key}" is to be appended to, but has no values yet`, line, 1);
  }
  properties.set(key, [...listOf(before), ...listOf(value)]);
}

/** The items of a value: those of a list, or of text with `;` between them. Without empty ones. */
export function listOf(value: Value | undefined): string[] {
  const items = typeof value === 'string' ? value.split(';') : (value ?? []);
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
