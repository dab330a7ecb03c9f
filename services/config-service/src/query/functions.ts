// The functions of the language. Each gives NULL when any of its arguments is NULL.
import { sql } from 'kysely';
import type { Call } from './ast.ts';
import type { Sql } from './catalogue.ts';
import { limits } from './language.ts';
import { QueryError } from './query-error.ts';
import { millisOf } from './to-date.ts';
import { asNumber, asText, type Compiling, changedCase, mismatch, numberOf, type Typed } from './typed.ts';

interface LanguageFunction {
  readonly arity: readonly [least: number, most: number];
  of(args: readonly Typed[], call: Call, compiling: Compiling): Omit<Typed, 'at'>;
}

// biome-ignore format: one line each
const functions: { readonly [name: string]: LanguageFunction } = {
  upper: { arity: [1, 1], of: ([text], _, { folding }) => asType('text', changedCase('upper', asText(text!).sql, folding)) },
  lower: { arity: [1, 1], of: ([text], _, { folding }) => asType('text', changedCase('lower', asText(text!).sql, folding)) },
  trim: { arity: [1, 1], of: ([text]) => asType('text', sql`btrim(${asText(text!).sql}, E' \t\n\v\f\r')`) },
  length: { arity: [1, 1], of: ([text]) => ({ type: 'number', sql: sql`char_length(${asText(text!).sql})::numeric`, digits: 10 }) },
  concat: { arity: [1, limits.listItems], of: concat },
  substring: { arity: [2, 3], of: substring },
  get: { arity: [2, 2], of: get },
  todate: { arity: [1, 1], of: toDate },
};

/** `args` are the compiled ones of `call`. Throws QueryError. */
export function callOf(call: Call, args: readonly Typed[], compiling: Compiling): Typed {
  const known = Object.hasOwn(functions, call.function) ? functions[call.function] : undefined;
  if (known === undefined) throw new QueryError('There is no such function', call.at);
  const [least, most] = known.arity;
  if (args.length < least || args.length > most) {
    const wanted = least === most ? least : `${least} to ${most}`;
    throw new QueryError(`This function takes ${wanted} arguments, not ${args.length}`, call.at);
  }
  return { ...known.of(args, call, compiling), at: call.at };
}

function asType(type: Typed['type'], sql: Sql): Omit<Typed, 'at'> {
  return { type, sql };
}

function concat(args: readonly Typed[], call: Call, compiling: Compiling): Omit<Typed, 'at'> {
  compiling.concatenated += args.length;
  if (compiling.concatenated > limits.concatenated) {
    throw new QueryError(`A query may concatenate ${limits.concatenated} texts`, call.at);
  }
  const texts = args.map((one) =>
    one.type === 'number' ? sql`(trim_scale(${one.sql})::text collate "C")` : asText(one).sql,
  );
  return asType('text', sql`(${sql.join(texts, sql` || `)})`);
}

function substring(args: readonly Typed[]): Omit<Typed, 'at'> {
  const [text, start, length] = args;
  const from = position(asNumber(start!).sql, sql`-1000000000`);
  if (length === undefined) return asType('text', sql`substring(${asText(text!).sql} from ${from})`);
  const count = position(asNumber(length).sql, sql`0`);
  return asType('text', sql`substring(${asText(text!).sql} from ${from} for ${count})`);
}

/**
 * Within what substring can add without overflow. A query of its own, so that the number is computed once however
 * often it is looked at (OFFSET keeps the planner from copying it), and because LEAST and GREATEST pass over NULL.
 */
function position(number: Sql, lowest: Sql): Sql {
  return sql`(select greatest(least(trunc(n.v), 1000000000), ${lowest})::integer from (select ${number} as v offset 0) as n where n.v is not null)`;
}

function get(args: readonly Typed[]): Omit<Typed, 'at'> {
  const [map, key] = args;
  if (map!.type !== 'map') throw mismatch('a map', map!);
  return asType('text', sql`((${map!.sql} ->> ${asText(key!).sql}) collate "C")`);
}

function toDate(args: readonly Typed[]): Omit<Typed, 'at'> {
  const [date] = args;
  if (date!.literal === undefined) throw new QueryError('toDate takes a text in quotes', date!.at);
  const millis = millisOf(date!.literal);
  if (millis === undefined) {
    throw new QueryError('This is no date such as 2014-01-31, 2014-01-31T12:00:00Z or 31/Jan/2014', date!.at);
  }
  return { type: 'number', sql: numberOf(String(millis)), digits: 16 };
}
