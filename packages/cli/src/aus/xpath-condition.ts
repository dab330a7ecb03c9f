// The predicates by which nodes of the field say what titles are in a title set, as conditions of the query language: the
// part of XPath that such predicates are made of.
import { quoted } from './pattern.ts';

/** A predicate that cannot be understood. */
export class PredicateError extends Error {
  override readonly name = 'PredicateError';
}

const names: Readonly<Record<string, string>> = {
  displayName: 'name',
  journalTitle: 'tdbTitle.name',
  pluginName: 'pluginName',
  'attributes/publisher': 'tdbPublisher.name',
  'attributes/year': 'year',
};

/** `predicate`: in brackets, such as `[attributes/publisher='Tide Press']`. Throws PredicateError. */
export function conditionOfPredicate(predicate: string): string {
  const [, inner] = /^\s*\[(.*)\]\s*$/s.exec(predicate) ?? [];
  if (inner === undefined) throw new PredicateError('it stands in no brackets');
  const reader = new Reader(tokensOf(inner));
  const condition = either(reader);
  if (!reader.isAtEnd) throw new PredicateError(`'${reader.next()}' is too much`);
  return condition;
}

const TOKEN = /\s*(?:('[^']*'|"[^"]*")|(!=|[=(),])|([A-Za-z_][\w.:/-]*))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; text.slice(at).trim() !== ''; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) throw new PredicateError(`'${text.slice(at).trim().slice(0, 40)}' is not understood`);
    tokens.push(found[0].trim());
    at = TOKEN.lastIndex;
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** Whether it comes next, and then goes behind it. */
  takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new PredicateError('it ends too early');
    this.#at += 1;
    return token;
  }

  expect(token: string): void {
    const found = this.next();
    if (found !== token) throw new PredicateError(`'${token}' is expected where '${found}' is`);
  }
}

function either(reader: Reader): string {
  const conditions = [all(reader)];
  while (reader.takes('or')) conditions.push(all(reader));
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;
}

function all(reader: Reader): string {
  const conditions = [one(reader)];
  while (reader.takes('and')) conditions.push(one(reader));
  return conditions.join(' and ');
}

function one(reader: Reader): string {
  const first = reader.next();
  if (first === '(') return closed(reader, either(reader));
  if (isText(first)) {
    const operator = comparison(reader);
    return compared(reader.next(), operator, first);
  }
  if (!reader.takes('(')) return compared(first, comparison(reader), reader.next());
  if (first === 'not') return `not ${closed(reader, `(${either(reader)})`)}`;
  const name = propertyOf(reader.next());
  reader.expect(',');
  const text = textIn(reader.next());
  return closed(reader, called(first, name, text));
}

function closed(reader: Reader, condition: string): string {
  reader.expect(')');
  return condition;
}

function called(name: string, property: string, text: string): string {
  const escaped = text.replaceAll(/[%_!]/g, '!$&');
  if (name === 'RE:isMatchRe') return `${property} matches ${quoted(text)}`;
  if (name === 'starts-with') return `${property} like ${quoted(`${escaped}%`)} escape '!'`;
  if (name === 'contains') return `${property} like ${quoted(`%${escaped}%`)} escape '!'`;
  throw new PredicateError(`the function ${name} is not known here`);
}

function comparison(reader: Reader): string {
  const operator = reader.next();
  if (operator === '=' || operator === '!=') return operator;
  throw new PredicateError(`= or != is expected where '${operator}' is`);
}

function compared(path: string, operator: string, text: string): string {
  return `${propertyOf(path)} ${operator} ${quoted(textIn(text))}`;
}

function propertyOf(path: string): string {
  if (Object.hasOwn(names, path)) return names[path]!;
  const [, attribute] = /^attributes\/([\w.-]+)$/.exec(path) ?? [];
  if (attribute === undefined) throw new PredicateError(`the property ${path} is not known here`);
  return `get(attrs, ${quoted(attribute)})`;
}

function isText(token: string): boolean {
  return /^['"]/.test(token);
}

function textIn(token: string): string {
  if (!isText(token)) throw new PredicateError(`a text is expected where '${token}' is`);
  return token.slice(1, -1);
}
