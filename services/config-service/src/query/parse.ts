// Text → Query: SELECT, ORDER BY and LIMIT; what stands between is parse-expression.ts.
import type { Limit, Name, Order, Query } from './ast.ts';
import { limits } from './language.ts';
import { parseExpression } from './parse-expression.ts';
import { QueryError } from './query-error.ts';
import { readerOf, type TokenReader } from './token-reader.ts';
import { tokensOf } from './tokens.ts';

/** Throws QueryError. Knows nothing of names and types: compile.ts does. */
export function parseQuery(text: string): Query {
  const reader = readerOf(tokensOf(text));
  reader.expect('keyword', 'select');
  const select = reader.takes('symbol', '*') ? undefined : names(reader);
  const where = reader.takes('keyword', 'where') ? parseExpression(reader) : undefined;
  const orderBy = reader.takes('keyword', 'order') ? orders(reader) : [];
  const limit = reader.takes('keyword', 'limit') ? limitOf(reader) : undefined;
  if (!reader.is('end')) throw reader.unexpected(whatMayFollow(reader, { where, orderBy, limit }));
  return { select, where, orderBy, limit };
}

function names(reader: TokenReader): Name[] {
  const found: Name[] = [];
  do {
    if (!reader.is('name')) throw reader.unexpected(found.length === 0 ? '* or a name' : 'a name');
    const { value, at } = reader.next();
    found.push({ kind: 'name', name: value, at });
    if (found.length > limits.selected) {
      throw new QueryError(`A query may select ${limits.selected} names`, at);
    }
  } while (reader.takes('symbol', ','));
  return found;
}

function orders(reader: TokenReader): Order[] {
  reader.expect('keyword', 'by');
  const found: Order[] = [];
  do {
    const by = parseExpression(reader);
    const descending = reader.takes('keyword', 'desc') !== undefined;
    if (!descending) reader.takes('keyword', 'asc');
    found.push({ by, descending });
    if (found.length > limits.orders) {
      throw new QueryError(`A query may be ordered by ${limits.orders} expressions`, by.at);
    }
  } while (reader.takes('symbol', ','));
  return found;
}

function limitOf(reader: TokenReader): Limit {
  const { at } = reader.peek;
  const first = count(reader);
  if (!reader.takes('symbol', ',')) return { skipped: 0, rows: first };
  if (first === 0) throw new QueryError('Rows are counted from 1', at);
  return { skipped: first - 1, rows: count(reader) };
}

function count(reader: TokenReader): number {
  const { kind, value, at } = reader.peek;
  if (kind !== 'number') throw reader.unexpected('a number of rows');
  const rows = Number(reader.next().value);
  if (value.includes('.') || !Number.isSafeInteger(rows))
    throw new QueryError('This is no number of rows', at);
  return rows;
}

function whatMayFollow(reader: TokenReader, { where, orderBy, limit }: Omit<Query, 'select'>): string {
  if (reader.is('name') && reader.peek.value.toLowerCase() === 'from') {
    return 'WHERE, ORDER BY, LIMIT or the end (there is no FROM)';
  }
  if (limit !== undefined) return 'the end';
  if (orderBy.length > 0) return ', LIMIT or the end';
  return where === undefined
    ? ', WHERE, ORDER BY, LIMIT or the end'
    : 'an operator, ORDER BY, LIMIT or the end';
}
