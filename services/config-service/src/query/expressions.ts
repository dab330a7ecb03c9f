// Compiles expressions to SQL and checks their types.
import { sql } from 'kysely';
import type { Arithmetic, Expression } from './ast.ts';
import { compileBetweenCondition, compileComparison, compileInCondition } from './comparisons.ts';
import { compileFunctionCall } from './functions.ts';
import { compileName } from './names.ts';
import { compileLikeCondition, compileMatchesCondition } from './patterns.ts';
import { QueryError } from './query-error.ts';
import {
  type CompileContext,
  checkDigits,
  divideTruncated,
  makeNumberLiteral,
  makeTextLiteral,
  type TypedSql,
  toNumberOperand,
  toSqlCondition,
} from './typed.ts';

/** Compiles an expression. Throws QueryError. */
export function compileExpression(expression: Expression, compiling: CompileContext): TypedSql {
  const of = (one: Expression): TypedSql => compileExpression(one, compiling);
  const { at } = expression;
  switch (expression.kind) {
    case 'text':
      return { type: 'text', sql: makeTextLiteral(expression.value), at, literal: expression.value };
    case 'number':
      return {
        type: 'number',
        sql: makeNumberLiteral(expression.digits),
        at,
        digits: expression.digits.length,
      };
    case 'boolean':
      return { type: 'boolean', sql: sql`${expression.value}::boolean`, at };
    case 'null':
      return { type: 'null', sql: sql`null`, at };
    case 'name':
      return compileName(expression, compiling);
    case 'call':
      return compileFunctionCall(expression, expression.args.map(of), compiling);
    case 'aggregate':
      if (compiling.groups !== undefined) return compiling.groups.aggregate(expression);
      throw new QueryError('Aggregates stand in SELECT, HAVING and ORDER BY, and not in one another', at);
    case 'arithmetic':
      return arithmetic(expression, of(expression.left), of(expression.right));
    case 'minus':
    case 'plus': {
      const number = toNumberOperand(of(expression.operand));
      return expression.kind === 'plus' ? { ...number, at } : { ...number, at, sql: sql`(- ${number.sql})` };
    }
    case 'not':
      return condition(sql`(not ${toSqlCondition(of(expression.operand))})`, at);
    case 'and':
    case 'or': {
      const conditions = expression.operands.map((one) => toSqlCondition(of(one)));
      return condition(
        sql`(${sql.join(conditions, expression.kind === 'and' ? sql` and ` : sql` or `)})`,
        at,
      );
    }
    case 'isNull':
      return condition(isNull(of(expression.operand), expression.negated), at);
    case 'comparison': {
      const { operator, left, right } = expression;
      // Compiles `= NULL` as IS NULL, because `= NULL` is never true in SQL.
      const written = left.kind === 'null' ? right : right.kind === 'null' ? left : undefined;
      if (written !== undefined && (operator === '=' || operator === '!=')) {
        return condition(isNull(of(written), operator === '!='), at);
      }
      return condition(compileComparison(expression, [of(left), of(right)], compiling), at);
    }
    case 'like':
      return condition(
        compileLikeCondition(expression, [of(expression.operand), of(expression.pattern)], compiling),
        at,
      );
    case 'matches':
      return condition(
        compileMatchesCondition(expression, [of(expression.operand), of(expression.pattern)], compiling),
        at,
      );
    case 'in':
      return condition(
        compileInCondition(expression, of(expression.operand), expression.items.map(of), compiling),
        at,
      );
    case 'between': {
      const operands = [of(expression.operand), of(expression.low), of(expression.high)] as const;
      return condition(compileBetweenCondition(expression, operands, compiling), at);
    }
  }
}

function condition(sql: TypedSql['sql'], at: number): TypedSql {
  return { type: 'boolean', sql, at };
}

function isNull({ type, sql: operand }: TypedSql, negated: boolean): TypedSql['sql'] {
  // Casts a literal NULL, because PostgreSQL needs to know its type.
  const typed = type === 'null' ? sql`null::text` : operand;
  return negated ? sql`(${typed} is not null)` : sql`(${typed} is null)`;
}

function arithmetic({ operator, at }: Arithmetic, one: TypedSql, other: TypedSql): TypedSql {
  const [left, right] = [toNumberOperand(one), toNumberOperand(other)];
  const [a, b] = [left.sql, right.sql];
  const widest = Math.max(left.digits, right.digits);
  const number = (sql: TypedSql['sql'], digits: number): TypedSql => ({
    type: 'number',
    sql,
    at,
    digits: checkDigits(digits, at),
  });
  switch (operator) {
    case '+':
      return number(sql`(${a} + ${b})`, left.digits + right.digits + 1);
    case '-':
      return number(sql`(${a} - ${b})`, left.digits + right.digits + 1);
    case '*':
      return number(sql`(${a} * ${b})`, left.digits + right.digits);
    case '%':
      return number(sql`mod(${a}, nullif(${b}, 0))`, widest * 2);
    case '/':
      return number(divideTruncated(a, b), left.digits + right.digits + 12);
  }
}
