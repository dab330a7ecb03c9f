// Compiles LIKE and MATCHES to SQL.
import { sql } from 'kysely';
import { PatternError } from '../domain/linear-regex/tree.ts';
import type { LikeCondition, MatchesCondition } from './ast.ts';
import type { Sql } from './catalogue.ts';
import { translatePattern } from './match-pattern.ts';
import { QueryError } from './query-error.ts';
import {
  type CompileContext,
  compileNegation,
  foldCase,
  makeTextLiteral,
  type TypedSql,
  toTextOperand,
} from './typed.ts';

/** Compiles LIKE. A literal pattern remains a literal, so that PostgreSQL can use an index for its prefix. */
export function compileLikeCondition(
  { negated, ignoreCase, escape: escaping }: LikeCondition,
  operands: readonly [TypedSql, TypedSql],
  compiling: CompileContext,
): Sql {
  const [value, pattern] = [toTextOperand(operands[0]), toTextOperand(operands[1])];
  const [left, right] = foldCase(
    [value, { ...pattern, sql: likePattern(pattern, escaping) }],
    ignoreCase,
    compiling,
  );
  return sql`(${left!.sql} ${compileNegation(negated)} like ${right!.sql})`;
}

/** Escapes backslashes, which are special in PostgreSQL but not in the query language. */
function likePattern({ literal, sql: computed, at }: TypedSql, escaping: LikeCondition['escape']): Sql {
  if (literal !== undefined) {
    return makeTextLiteral(
      escaping === undefined ? literal.replaceAll('\\', '\\\\') : convertEscapes(literal, escaping, at),
    );
  }
  if (escaping !== undefined) throw new QueryError('ESCAPE requires a pattern in quotes', escaping.at);
  return sql`replace(${computed}, '\\', '\\\\')`;
}

function convertEscapes(pattern: string, escaping: NonNullable<LikeCondition['escape']>, at: number): string {
  const [character, ...more] = escaping.value;
  if (character === undefined || more.length > 0 || character === '%' || character === '_') {
    throw new QueryError('ESCAPE takes one character, neither % nor _', escaping.at);
  }
  let written = '';
  let isEscaped = false;
  for (const one of pattern) {
    if (isEscaped && one !== character && one !== '%' && one !== '_') break;
    if (isEscaped) written += `\\${one}`;
    else if (one !== character) written += one === '\\' ? '\\\\' : one;
    isEscaped = !isEscaped && one === character;
  }
  if (!isEscaped) return written;
  throw new QueryError(`In this pattern ${character} must stand before %, _ or itself`, at);
}

export function compileMatchesCondition(
  { negated, ignoreCase }: MatchesCondition,
  operands: readonly [TypedSql, TypedSql],
  compiling: CompileContext,
): Sql {
  const [value, { literal, at }] = operands;
  if (literal === undefined) throw new QueryError('MATCHES takes a regular expression in quotes', at);
  try {
    const pattern = translatePattern(literal, ignoreCase);
    const [text] = foldCase([toTextOperand(value)], pattern.ignoreCase, compiling);
    return sql`(${text!.sql} ${negated ? sql`!~` : sql`~`} ${makeTextLiteral(pattern.source)})`;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new QueryError(`This is not a regular expression for MATCHES: ${error.message}`, at);
  }
}
