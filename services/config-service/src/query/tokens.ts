// Splits a query into tokens in linear time. Each token has its position.

import { queryLimits } from './language.ts';
import { describeCharacter, QueryError } from './query-error.ts';

export type TokenKind = 'keyword' | 'name' | 'text' | 'number' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Text of the token: keywords in lower case, text literals without quotes, all others as written. */
  readonly value: string;
  readonly at: number;
}

const keywords = new Set(
  'select where group by having as order asc desc limit and or not like escape matches in between is null true false distinct'.split(
    ' ',
  ),
);

const SPACE = /\s+/uy;
const NAME = /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*/y;
const NUMBER = /[0-9]+(?:\.[0-9]+)?/y;
const SYMBOL = /<=|>=|<>|!=|[(),;*+\-/%=<>$]/y;
// Text literals. As in JoSQL, the query language of LOCKSS, both single and double quotes are allowed.
const TEXT = /'(?<single>(?:[^']|'')*)'|"(?<double>(?:[^"]|"")*)"/y;

/** Returns the tokens of a query. The last token has the kind `end`. Throws QueryError. */
export function tokenizeQuery(query: string): Token[] {
  refuseUnfit(query);
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(query);
  };
  for (;;) {
    at += match(SPACE)?.[0].length ?? 0;
    if (at === query.length) return [...tokens, { kind: 'end', value: '', at }];
    const token = wordAt(match(NAME), at) ?? numberAt(match(NUMBER), query, at) ?? textAt(match(TEXT), at);
    const found = token ?? { token: symbolAt(match(SYMBOL), query, at), length: undefined };
    tokens.push(found.token);
    at += found.length ?? found.token.value.length;
  }
}

/** Rejects unpaired surrogates, and U+0000, which PostgreSQL's text type cannot contain. */
function refuseUnfit(query: string): void {
  if (query.length > queryLimits.characters) {
    throw new QueryError(
      `A query may have at most ${queryLimits.characters} characters`,
      queryLimits.characters,
    );
  }
  const nul = query.indexOf('\0');
  if (nul !== -1) throw new QueryError('A query cannot hold the character U+0000', nul);
  const broken = query.search(/\p{Cs}/u);
  if (broken !== -1) throw new QueryError('An unpaired surrogate is not a character', broken);
}

interface TokenMatch {
  readonly token: Token;
  readonly length: number | undefined;
}

function wordAt(match: RegExpExecArray | null, at: number): TokenMatch | undefined {
  if (match === null) return undefined;
  const [word] = match;
  const lower = word.toLowerCase();
  const isKeyword = keywords.has(lower);
  return {
    token: { kind: isKeyword ? 'keyword' : 'name', value: isKeyword ? lower : word, at },
    length: word.length,
  };
}

function numberAt(match: RegExpExecArray | null, query: string, at: number): TokenMatch | undefined {
  if (match === null) return undefined;
  const [value] = match;
  const end = at + value.length;
  if (/[A-Za-z_.]/.test(query.charAt(end))) throw new QueryError('This is neither a number nor a name', at);
  if (value.replace('.', '').length > queryLimits.numberDigits) {
    throw new QueryError(`A number may have at most ${queryLimits.numberDigits} digits`, at);
  }
  return { token: { kind: 'number', value, at }, length: value.length };
}

function textAt(match: RegExpExecArray | null, at: number): TokenMatch | undefined {
  if (match === null) return undefined;
  const { single, double } = match.groups!;
  const value = single?.replaceAll("''", "'") ?? double!.replaceAll('""', '"');
  return { token: { kind: 'text', value, at }, length: match[0].length };
}

function symbolAt(match: RegExpExecArray | null, query: string, at: number): Token {
  if (match !== null) return { kind: 'symbol', value: match[0], at };
  const character = String.fromCodePoint(query.codePointAt(at)!);
  if (character === "'" || character === '"') throw new QueryError('This text has no closing quote', at);
  throw new QueryError(`The character ${describeCharacter(character)} is not allowed here`, at);
}
