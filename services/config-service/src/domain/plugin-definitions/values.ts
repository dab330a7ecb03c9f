// Converts the XML elements of a definition to values.
import type { PluginRule } from '../plugins/plugin.ts';
import { DefinitionError } from './definition-error.ts';
import type { XmlElement } from './xml-tree.ts';

/** Called for each tolerated error, with a message (without a full stop) and a line number. */
export type WarningHandler = (message: string, line: number) => void;

/** Converts an element to a value. Returns null if the element removes an inherited value. Throws DefinitionError. */
function valueOfElement(element: XmlElement, warn: WarningHandler): PluginRule {
  refuseReference(element);
  const read = readers.get(element.name) ?? readObject;
  return read(element, warn);
}

/**
 * Returns the entries of a map in file order. If an entry has several values, uses the first, as in LOCKSS. Throws
 * DefinitionError.
 */
export function readMapEntries(
  map: XmlElement,
  warn: WarningHandler,
): { key: string; value: PluginRule; line: number }[] {
  return map.children.map((entry) => {
    const [key, value, ...more] = entry.children;
    if (entry.name !== 'entry' || key === undefined || value === undefined) {
      throw new DefinitionError('a map may contain only entries of one key and one value', entry.line);
    }
    if (key.name !== 'string') throw new DefinitionError('the key of an entry must be a string', key.line);
    if (more.length > 0) {
      warn(
        `the entry ${toQuotedExcerpt(key.text)} has ${more.length + 1} values, of which the first counts`,
        entry.line,
      );
    }
    return { key: key.text, value: valueOfElement(value, warn), line: entry.line };
  });
}

type ElementReader = (element: XmlElement, warn: WarningHandler) => PluginRule;

const readMap: ElementReader = (element, warn) =>
  Object.fromEntries(readMapEntries(element, warn).map(({ key, value }) => [key, value]));
const readList: ElementReader = (element, warn) =>
  element.children.map((child) => valueOfElement(child, warn));
const readText: ElementReader = ({ text }) => text;
const readNothing: ElementReader = () => null;

const readers: ReadonlyMap<string, ElementReader> = new Map([
  ['string', readText],
  ['int', readNumber],
  ['long', readNumber],
  ['short', readNumber],
  ['float', readNumber],
  ['double', readNumber],
  ['boolean', readBoolean],
  ...['list', 'linked-list', 'vector', 'set', 'linked-hash-set', 'tree-set'].map(
    (name) => [name, readList] as const,
  ),
  ...['map', 'linked-hash-map', 'tree-map'].map((name) => [name, readMap] as const),
  ['null', readNothing],
  ['org.lockss.util.Default', readNothing],
]);

/** Returns safe integers, and values of type float or double, as numbers. Returns all other numbers as text. */
function readNumber({ name, text, line }: XmlElement): PluginRule {
  const digits = text.trim();
  if (!/^[+-]?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/.test(digits)) {
    throw new DefinitionError(`${toQuotedExcerpt(text)} is no ${name}`, line);
  }
  const number = Number(digits);
  const exact = Number.isSafeInteger(number) || name === 'float' || name === 'double';
  return exact && Number.isFinite(number) ? number : digits;
}

function readBoolean({ text, line }: XmlElement): PluginRule {
  const word = text.trim().toLowerCase();
  if (word !== 'true' && word !== 'false') {
    throw new DefinitionError(`${toQuotedExcerpt(text)} is neither true nor false`, line);
  }
  return word === 'true';
}

/**
 * Reads an object as a map of its fields, if no specific reader exists for its class. Fields of the same name become a
 * list. An element without children becomes text.
 */
function readObject(element: XmlElement, warn: WarningHandler): PluginRule {
  const { children, text } = element;
  if (children.length === 0) return text.trim();
  if (children.every(({ name }) => name === 'entry')) return readPairs(children, warn);
  const members = new Map<string, PluginRule[]>();
  for (const child of children) {
    refuseReference(child);
    const values = members.get(child.name) ?? [];
    members.set(child.name, values);
    values.push(readers.get(child.name)?.(child, warn) ?? readObject(child, warn));
  }
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length > 1 ? values : values[0]!]),
  );
}

/** Reads a map whose keys may be objects, such as rate limits by crawl window, as pairs of keys and values. */
function readPairs(entries: readonly XmlElement[], warn: WarningHandler): PluginRule {
  return entries.map(({ children }) => children.map((child) => valueOfElement(child, warn)));
}

// Rejects XStream references to other elements. With nested references, a small file could expand exponentially.
function refuseReference({ attributes, line }: XmlElement): void {
  if (attributes.reference !== undefined) {
    throw new DefinitionError('a value is only a reference to another one, which is not read', line);
  }
}

function toQuotedExcerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
