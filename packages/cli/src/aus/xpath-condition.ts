// Converts the XPath predicates of LOCKSS title sets to conditions of the query language. Supports the subset of XPath
// that such predicates use.
import { quoteQueryText } from './pattern.ts';

/** Thrown if a predicate is malformed or not supported. */
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

/** Converts a predicate in brackets, such as `[attributes/publisher='Tide Press']`. Throws PredicateError. */
export function toPredicateCondition(predicate: string): string {
  const [, inner] = /^\s*\[(.*)\]\s*$/s.exec(predicate) ?? [];
  if (inner === undefined) throw new PredicateError('it is not in brackets');
  const reader = new PredicateReader(tokenize(inner));
  const condition = parseOr(reader);
  if (!reader.isAtEnd) throw new PredicateError(`'${reader.next()}' is unexpected`);
  return condition;
}

const TOKEN = /\s*(?:('[^']*'|"[^"]*")|(!=|[=(),])|([A-Za-z_][\w.:/-]*))/y;

function tokenize(text: string): string[] {
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

class PredicateReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** Consumes the next token if it equals `token`. Returns true if the token was consumed. */
  consumeIf(token: string): boolean {
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
    if (found !== token) throw new PredicateError(`expected '${token}', but found '${found}'`);
  }
}

function parseOr(reader: PredicateReader): string {
  const conditions = [parseAnd(reader)];
  while (reader.consumeIf('or')) conditions.push(parseAnd(reader));
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' or ')})`;
}

function parseAnd(reader: PredicateReader): string {
  const conditions = [parseTerm(reader)];
  while (reader.consumeIf('and')) conditions.push(parseTerm(reader));
  return conditions.join(' and ');
}

function parseTerm(reader: PredicateReader): string {
  const first = reader.next();
  if (first === '(') return closeParenthesis(reader, parseOr(reader));
  if (isText(first)) {
    const operator = readOperator(reader);
    return toComparison(reader.next(), operator, first);
  }
  if (!reader.consumeIf('(')) return toComparison(first, readOperator(reader), reader.next());
  if (first === 'not') return `not ${closeParenthesis(reader, `(${parseOr(reader)})`)}`;
  const name = toProperty(reader.next());
  reader.expect(',');
  const text = unquote(reader.next());
  return closeParenthesis(reader, toFunctionCondition(first, name, text));
}

function closeParenthesis(reader: PredicateReader, condition: string): string {
  reader.expect(')');
  return condition;
}

function toFunctionCondition(name: string, property: string, text: string): string {
  const escaped = text.replaceAll(/[%_!]/g, '!$&');
  if (name === 'RE:isMatchRe') return `${property} matches ${quoteQueryText(text)}`;
  if (name === 'starts-with') return `${property} like ${quoteQueryText(`${escaped}%`)} escape '!'`;
  if (name === 'contains') return `${property} like ${quoteQueryText(`%${escaped}%`)} escape '!'`;
  throw new PredicateError(`the function ${name} is not supported`);
}

function readOperator(reader: PredicateReader): string {
  const operator = reader.next();
  if (operator === '=' || operator === '!=') return operator;
  throw new PredicateError(`expected = or !=, but found '${operator}'`);
}

function toComparison(path: string, operator: string, text: string): string {
  return `${toProperty(path)} ${operator} ${quoteQueryText(unquote(text))}`;
}

function toProperty(path: string): string {
  if (Object.hasOwn(names, path)) return names[path]!;
  const [, attribute] = /^attributes\/([\w.-]+)$/.exec(path) ?? [];
  if (attribute === undefined) throw new PredicateError(`the property ${path} is not supported`);
  return `get(attrs, ${quoteQueryText(attribute)})`;
}

function isText(token: string): boolean {
  return /^['"]/.test(token);
}

function unquote(token: string): string {
  if (!isText(token)) throw new PredicateError(`expected a text, but found '${token}'`);
  return token.slice(1, -1);
}
