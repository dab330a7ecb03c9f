// Parses the clauses of a query. parse-expression.ts parses the expressions in them.
import type { LimitClause, OrderItem, ParsedQuery, QueryName, SelectedItem } from './ast.ts';
import { queryLimits } from './language.ts';
import { parseExpression, parseName } from './parse-expression.ts';
import { QueryError } from './query-error.ts';
import { createTokenReader, type TokenReader } from './token-reader.ts';
import { tokenizeQuery } from './tokens.ts';

/** Parses a query. Does not check names and types, which compile.ts does. Throws QueryError. */
export function parseQuery(text: string): ParsedQuery {
  const reader = createTokenReader(tokenizeQuery(text));
  reader.expect('keyword', 'select');
  const select = reader.takes('symbol', '*') ? undefined : selection(reader);
  const where = reader.takes('keyword', 'where') ? parseExpression(reader) : undefined;
  const groupBy = reader.takes('keyword', 'group') ? groups(reader) : [];
  const having = reader.takes('keyword', 'having') ? parseExpression(reader) : undefined;
  const orderBy = reader.takes('keyword', 'order') ? orders(reader) : [];
  const limit = reader.takes('keyword', 'limit') ? limitOf(reader) : undefined;
  const query = { select, where, groupBy, having, orderBy, limit };
  while (reader.takes('symbol', ';'));
  if (!reader.is('end')) throw reader.unexpected(describeNextClauses(reader, query));
  return query;
}

function selection(reader: TokenReader): SelectedItem[] {
  const found: SelectedItem[] = [];
  do {
    if (!reader.is('name'))
      throw reader.unexpected(found.length === 0 ? '*, a name or an aggregate' : 'a name or an aggregate');
    found.push(parseSelectedItem(reader));
    if (found.length > queryLimits.selected) {
      throw new QueryError(`A query may select ${queryLimits.selected} names`, found.at(-1)!.is.at);
    }
  } while (reader.takes('symbol', ','));
  return found;
}

function parseSelectedItem(reader: TokenReader): SelectedItem {
  const is = parseName(reader);
  if (is.kind === 'name') return { is, as: undefined };
  if (is.kind !== 'aggregate') throw new QueryError('Only names and aggregates can be selected', is.at);
  return { is, as: reader.takes('keyword', 'as') ? parsePlainName(reader) : undefined };
}

function groups(reader: TokenReader): QueryName[] {
  reader.expect('keyword', 'by');
  const found: QueryName[] = [];
  do {
    found.push(parsePlainName(reader));
    if (found.length > queryLimits.groups) {
      throw new QueryError(`A query may group by at most ${queryLimits.groups} names`, found.at(-1)!.at);
    }
  } while (reader.takes('symbol', ','));
  return found;
}

function parsePlainName(reader: TokenReader): QueryName {
  if (!reader.is('name')) throw reader.unexpected('a name');
  const { value, at } = reader.next();
  return { kind: 'name', name: value, at };
}

function orders(reader: TokenReader): OrderItem[] {
  reader.expect('keyword', 'by');
  const found: OrderItem[] = [];
  do {
    const by = parseExpression(reader);
    const descending = reader.takes('keyword', 'desc') !== undefined;
    if (!descending) reader.takes('keyword', 'asc');
    found.push({ by, descending });
    if (found.length > queryLimits.orders) {
      throw new QueryError(`A query may be ordered by at most ${queryLimits.orders} expressions`, by.at);
    }
  } while (reader.takes('symbol', ','));
  return found;
}

function limitOf(reader: TokenReader): LimitClause {
  const { at } = reader.peek;
  const first = parseRowCount(reader);
  if (!reader.takes('symbol', ',')) return { skipped: 0, rows: first };
  if (first === 0) throw new QueryError('Rows are counted from 1', at);
  return { skipped: first - 1, rows: parseRowCount(reader) };
}

function parseRowCount(reader: TokenReader): number {
  const { kind, value, at } = reader.peek;
  if (kind !== 'number') throw reader.unexpected('a number of rows');
  const rows = Number(reader.next().value);
  if (value.includes('.') || !Number.isSafeInteger(rows))
    throw new QueryError('This is not a number of rows', at);
  return rows;
}

/** Lists the clauses that may follow the parsed ones, for error messages. */
function describeNextClauses(
  reader: TokenReader,
  { select, where, groupBy, having, orderBy, limit }: ParsedQuery,
): string {
  if (reader.is('name') && reader.peek.value.toLowerCase() === 'from') {
    return 'WHERE, GROUP BY, ORDER BY, LIMIT or the end (there is no FROM)';
  }
  if (limit !== undefined) return 'the end';
  if (orderBy.length > 0) return ', LIMIT or the end';
  if (having !== undefined) return 'an operator, ORDER BY, LIMIT or the end';
  if (groupBy.length > 0) return ', HAVING, ORDER BY, LIMIT or the end';
  if (where !== undefined) return 'an operator, GROUP BY, ORDER BY, LIMIT or the end';
  const as = select?.at(-1)?.is.kind === 'aggregate' ? ' AS,' : '';
  return `,${as} WHERE, GROUP BY, ORDER BY, LIMIT or the end`;
}
