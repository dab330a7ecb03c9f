// Combines properties with the same key: a later property replaces the earlier ones or is appended to them.
import { BadConfigurationError, type Property } from './common/types.ts';

export type PropertyValue = string | readonly string[];

/**
 * Adds a property: replaces the value of the same key, or appends to it. Throws BadConfigurationError if a property is
 * to be appended but its key has no value.
 */
export function addProperty(
  properties: Map<string, PropertyValue>,
  { key, value, append, line }: Property,
): void {
  if (append !== true) {
    properties.set(key, value);
    return;
  }
  const before = properties.get(key);
  if (before === undefined) {
    throw new BadConfigurationError(`the list "${key}" is to be appended to, but has no values yet`, line, 1);
  }
  properties.set(key, [...toListItems(before), ...toListItems(value)]);
}

/** Returns the items of a list, or of a text in which `;` separates the items. Omits empty items. */
export function toListItems(value: PropertyValue | undefined): string[] {
  const items = typeof value === 'string' ? value.split(';') : (value ?? []);
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
