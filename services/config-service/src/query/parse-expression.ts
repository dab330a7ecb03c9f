// Parses expressions by operator precedence: an operand, then the operators after it with a high enough precedence.
import type {
  AggregateFunction,
  ArithmeticOperator,
  ComparisonOperator,
  Expression,
  LikeCondition,
} from './ast.ts';
import { queryLimits } from './language.ts';
import { QueryError } from './query-error.ts';
import type { TokenReader } from './token-reader.ts';

const powers = { or: 1, and: 2, not: 3, comparison: 4, sum: 5, product: 6, sign: 7 } as const;

export function parseExpression(reader: TokenReader): Expression {
  return parse(reader, 0);
}

/** Parses operators with a higher precedence than `power`. */
function parse(reader: TokenReader, power: number): Expression {
  let left = operand(reader);
  for (;;) {
    const next = operatorPower(reader);
    if (next <= power) return left;
    left = infix(reader, left, next);
    // Rejects chained comparisons: `a < b < c` would compare the result of `a < b` with `c`, which is never intended.
    if (next === powers.comparison && operatorPower(reader) === powers.comparison) {
      throw new QueryError('Comparisons do not chain: use AND, or parentheses', reader.peek.at);
    }
  }
}

function operatorPower(reader: TokenReader): number {
  const { kind, value } = reader.peek;
  if (kind === 'symbol') {
    if (value === '+' || value === '-') return powers.sum;
    if (value === '*' || value === '/' || value === '%') return powers.product;
    return ['=', '!=', '<>', '<', '<=', '>', '>=', '$'].includes(value) ? powers.comparison : 0;
  }
  if (kind !== 'keyword') return 0;
  if (value === 'and') return powers.and;
  if (value === 'or') return powers.or;
  return ['like', 'matches', 'in', 'between', 'is', 'not'].includes(value) ? powers.comparison : 0;
}

function infix(reader: TokenReader, left: Expression, power: number): Expression {
  if (power === powers.or) return chain(reader, 'or', left, power);
  if (power === powers.and) return chain(reader, 'and', left, power);
  if (power === powers.comparison) return comparison(reader, left);
  const { value, at } = reader.next();
  const right = parse(reader, power);
  const operator = value as ArithmeticOperator;
  return reader.made({ kind: 'arithmetic', operator, left, right, at }, [left, right]);
}

function chain(reader: TokenReader, kind: 'and' | 'or', first: Expression, power: number): Expression {
  const { at } = reader.peek;
  const operands = [first];
  while (reader.takes('keyword', kind)) operands.push(parse(reader, power));
  return reader.made({ kind, operands, at }, operands);
}

function comparison(reader: TokenReader, left: Expression): Expression {
  const { at } = reader.peek;
  if (reader.takes('keyword', 'is')) {
    const negated = reader.takes('keyword', 'not') !== undefined;
    reader.expect('keyword', 'null');
    return reader.made({ kind: 'isNull', negated, operand: left, at }, [left]);
  }
  let ignoreCase = reader.takes('symbol', '$') !== undefined;
  const negated = reader.takes('keyword', 'not') !== undefined;
  ignoreCase ||= negated && reader.takes('symbol', '$') !== undefined;
  const test = { negated, ignoreCase, operand: left, at };
  if (reader.takes('keyword', 'like')) {
    const pattern = parse(reader, powers.comparison);
    const escaping = reader.takes('keyword', 'escape') ? escapeOf(reader) : undefined;
    return reader.made({ kind: 'like', ...test, pattern, escape: escaping }, [left, pattern]);
  }
  if (reader.takes('keyword', 'matches')) {
    const pattern = parse(reader, powers.comparison);
    return reader.made({ kind: 'matches', ...test, pattern }, [left, pattern]);
  }
  if (reader.takes('keyword', 'in')) {
    const isBare = reader.is('name');
    const items = isBare ? [parseName(reader)] : listOf(reader, queryLimits.listItems);
    return reader.made({ kind: 'in', ...test, items, isBare }, [left, ...items]);
  }
  if (reader.takes('keyword', 'between')) {
    const low = parse(reader, powers.comparison);
    reader.expect('keyword', 'and');
    const high = parse(reader, powers.comparison);
    return reader.made({ kind: 'between', ...test, low, high }, [left, low, high]);
  }
  if (negated) throw reader.unexpected('LIKE, MATCHES, IN or BETWEEN');
  const operator = comparisonOperator(reader);
  const right = parse(reader, powers.comparison);
  return reader.made({ kind: 'comparison', operator, ignoreCase, left, right, at }, [left, right]);
}

function comparisonOperator(reader: TokenReader): ComparisonOperator {
  if (!reader.is('symbol', '=', '!=', '<>', '<', '<=', '>', '>=')) throw reader.unexpected('a comparison');
  const { value } = reader.next();
  return value === '<>' ? '!=' : (value as ComparisonOperator);
}

function escapeOf(reader: TokenReader): LikeCondition['escape'] {
  if (!reader.is('text')) throw reader.unexpected('a character in quotes');
  const { value, at } = reader.next();
  return { value, at };
}

/** Parses `( expression, … )` with at least one item. */
function listOf(reader: TokenReader, longest: number): Expression[] {
  const { at } = reader.expect('symbol', '(');
  const items: Expression[] = [];
  do {
    items.push(reader.deeper(at, () => parseExpression(reader)));
    if (items.length > longest) throw new QueryError(`A list may have at most ${longest} items`, at);
  } while (reader.takes('symbol', ','));
  if (!reader.takes('symbol', ')')) throw reader.unexpected('an operator, a comma or )');
  return items;
}

function operand(reader: TokenReader): Expression {
  const { kind, at } = reader.peek;
  if (kind === 'text') return reader.made({ kind: 'text', value: reader.next().value, at });
  if (kind === 'number') return reader.made({ kind: 'number', digits: reader.next().value, at });
  if (kind === 'name') return parseName(reader);
  if (reader.takes('keyword', 'null')) return reader.made({ kind: 'null', at });
  if (reader.is('keyword', 'true', 'false')) {
    return reader.made({ kind: 'boolean', value: reader.next().value === 'true', at });
  }
  if (reader.takes('keyword', 'not')) return parsePrefixed(reader, 'not', powers.not, at);
  if (reader.takes('symbol', '-')) return parsePrefixed(reader, 'minus', powers.sign, at);
  if (reader.takes('symbol', '+')) return parsePrefixed(reader, 'plus', powers.sign, at);
  if (!reader.takes('symbol', '(')) throw reader.unexpected('a name, a value or (');
  const inside = reader.deeper(at, () => parseExpression(reader));
  if (!reader.takes('symbol', ')')) throw reader.unexpected('an operator or )');
  return inside;
}

function parsePrefixed(
  reader: TokenReader,
  kind: 'not' | 'minus' | 'plus',
  power: number,
  at: number,
): Expression {
  const inside = reader.deeper(at, () => parse(reader, power));
  return reader.made({ kind, operand: inside, at }, [inside]);
}

/** Parses a name, a function call or an aggregate. */
export function parseName(reader: TokenReader): Expression {
  const { value, at } = reader.next();
  if (!reader.is('symbol', '(')) return reader.made({ kind: 'name', name: value, at });
  const word = value.toLowerCase();
  if (isAggregate(word)) return aggregate(reader, word, at);
  const args = listOf(reader, queryLimits.listItems);
  return reader.made({ kind: 'call', function: word, args, at }, args);
}

function isAggregate(word: string): word is AggregateFunction {
  return ['count', 'sum', 'min', 'max', 'avg'].includes(word);
}

function aggregate(reader: TokenReader, name: AggregateFunction, at: number): Expression {
  reader.expect('symbol', '(');
  const made = { kind: 'aggregate', function: name, at } as const;
  if (name === 'count' && reader.takes('symbol', '*')) {
    reader.expect('symbol', ')');
    return reader.made({ ...made, distinct: false, operand: undefined });
  }
  const distinct = name === 'count' && reader.takes('keyword', 'distinct') !== undefined;
  const operand = reader.deeper(at, () => parseExpression(reader));
  if (!reader.takes('symbol', ')')) throw reader.unexpected('an operator or )');
  return reader.made({ ...made, distinct, operand }, [operand]);
}
