// Functions of the query language, which return NULL if any argument is NULL.
import { sql } from 'kysely';
import type { FunctionCall } from './ast.ts';
import type { Sql } from './catalogue.ts';
import { queryLimits } from './language.ts';
import { QueryError } from './query-error.ts';
import {
  type CompileContext,
  convertCase,
  makeNumberLiteral,
  makeTypeError,
  type TypedSql,
  toNumberOperand,
  toTextOperand,
} from './typed.ts';

interface LanguageFunction {
  readonly arity: readonly [least: number, most: number];
  of(args: readonly TypedSql[], call: FunctionCall, compiling: CompileContext): Omit<TypedSql, 'at'>;
}

// biome-ignore format: one line each
const functions: { readonly [name: string]: LanguageFunction } = {
  upper: { arity: [1, 1], of: ([text], _, { folding }) => asType('text', convertCase('upper', toTextOperand(text!).sql, folding)) },
  lower: { arity: [1, 1], of: ([text], _, { folding }) => asType('text', convertCase('lower', toTextOperand(text!).sql, folding)) },
  trim: { arity: [1, 1], of: ([text]) => asType('text', sql`btrim(${toTextOperand(text!).sql}, E' \t\n\v\f\r')`) },
  length: { arity: [1, 1], of: ([text]) => ({ type: 'number', sql: sql`char_length(${toTextOperand(text!).sql})::numeric`, digits: 10 }) },
  concat: { arity: [1, queryLimits.listItems], of: concat },
  substring: { arity: [2, 3], of: substring },
  get: { arity: [2, 2], of: compileGet },
  todate: { arity: [1, 1], of: toDate },
};

/** Compiles the function call `call`, whose compiled arguments are `args`. Throws QueryError. */
export function compileFunctionCall(
  call: FunctionCall,
  args: readonly TypedSql[],
  compiling: CompileContext,
): TypedSql {
  const known = Object.hasOwn(functions, call.function) ? functions[call.function] : undefined;
  if (known === undefined) throw new QueryError('There is no such function', call.at);
  const [least, most] = known.arity;
  if (args.length < least || args.length > most) {
    const wanted = least === most ? least : `${least} to ${most}`;
    throw new QueryError(`This function takes ${wanted} arguments, not ${args.length}`, call.at);
  }
  return { ...known.of(args, call, compiling), at: call.at };
}

function asType(type: TypedSql['type'], sql: Sql): Omit<TypedSql, 'at'> {
  return { type, sql };
}

function concat(
  args: readonly TypedSql[],
  call: FunctionCall,
  compiling: CompileContext,
): Omit<TypedSql, 'at'> {
  compiling.concatenated += args.length;
  if (compiling.concatenated > queryLimits.concatenated) {
    throw new QueryError(`A query may concatenate at most ${queryLimits.concatenated} texts`, call.at);
  }
  const texts = args.map((one) =>
    one.type === 'number' ? sql`(trim_scale(${one.sql})::text collate "C")` : toTextOperand(one).sql,
  );
  return asType('text', sql`(${sql.join(texts, sql` || `)})`);
}

function substring(args: readonly TypedSql[]): Omit<TypedSql, 'at'> {
  const [text, start, length] = args;
  const from = position(toNumberOperand(start!).sql, sql`-1000000000`);
  if (length === undefined) return asType('text', sql`substring(${toTextOperand(text!).sql} from ${from})`);
  const count = position(toNumberOperand(length).sql, sql`0`);
  return asType('text', sql`substring(${toTextOperand(text!).sql} from ${from} for ${count})`);
}

/**
 * Limits a number to the range in which substring does not overflow. OFFSET keeps the planner from inlining the
 * subquery, so that the number is evaluated only once. NULL needs special treatment, because LEAST and GREATEST ignore
 * it.
 */
function position(number: Sql, lowest: Sql): Sql {
  return sql`(select greatest(least(trunc(n.v), 1000000000), ${lowest})::integer from (select ${number} as v offset 0) as n where n.v is not null)`;
}

function compileGet(args: readonly TypedSql[]): Omit<TypedSql, 'at'> {
  const [map, key] = args;
  if (map!.type !== 'map') throw makeTypeError('a map', map!);
  return asType('text', sql`((${map!.sql} ->> ${toTextOperand(key!).sql}) collate "C")`);
}

function toDate(args: readonly TypedSql[]): Omit<TypedSql, 'at'> {
  const [date] = args;
  if (date!.literal === undefined) throw new QueryError('toDate takes a text in quotes', date!.at);
  const millis = millisOf(date!.literal);
  if (millis === undefined) {
    throw new QueryError(
      'This is not a date such as 2014-01-31, 2014-01-31T12:00:00Z or 31/Jan/2014',
      date!.at,
    );
  }
  return { type: 'number', sql: makeNumberLiteral(String(millis)), digits: 16 };
}

/** Names of the months in the date formats of the query language. */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d\d):?(\d\d))?)?$/;
const DAY_MONTH_YEAR = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{4})$/;

/** Returns a Unix time in milliseconds, or undefined if the text is not a valid date. The default time zone is UTC. */
function millisOf(text: string): number | undefined {
  const named = DAY_MONTH_YEAR.exec(text);
  if (named !== null) {
    const [, day, month, year] = named;
    return dayOf(Number(year), months.indexOf(month!.toLowerCase()) + 1, Number(day));
  }
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', ...offset] =
    iso.exec(text) ?? [];
  if (year === undefined) return undefined;
  const start = dayOf(Number(year), Number(month), Number(day));
  const [sign, aheadHours = '0', aheadMinutes = '0'] = offset;
  if (start === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return undefined;
  if (Number(aheadHours) > 23 || Number(aheadMinutes) > 59) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -60 : 60);
  return start + (seconds - ahead) * 1000 + Number(fraction.padEnd(3, '0'));
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isThatDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThatDay ? date.getTime() : undefined;
}
