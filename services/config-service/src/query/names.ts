// Resolves a name in a catalogue: a property, a field of an object, or a key of a map.
import { sql } from 'kysely';
import type { QueryName } from './ast.ts';
import type { Catalogue, Property, ScalarProperty, UnavailableProperty } from './catalogue.ts';
import { QueryError } from './query-error.ts';
import type { CompileContext, TypedSql } from './typed.ts';

export interface ResolvedName {
  readonly property: QueryableProperty;
  /** Names from the property down to the selected field. */
  readonly path: readonly string[];
}

/** Property that this service supports in queries. */
export type QueryableProperty = Exclude<Property, UnavailableProperty>;

/** Resolves a name. Throws QueryError if the property does not exist or is not supported. */
export function resolveName({ name, at }: QueryName, catalogue: Catalogue): ResolvedName {
  const parts = name.split('.');
  let properties = catalogue.properties;
  for (let depth = 0; ; depth += 1) {
    const path = parts.slice(0, depth + 1);
    const property = Object.hasOwn(properties, parts[depth]!) ? properties[parts[depth]!]! : undefined;
    if (property === undefined) throw makeUnknownNameError(path, Object.keys(properties), at);
    if (property.type === 'elsewhere') {
      throw new QueryError(`${path.join('.')} is not available in queries: ${property.why}`, at);
    }
    const rest = parts.slice(depth + 1);
    if (rest.length === 0) return { property, path };
    if (property.type === 'map')
      return { property: memberOf(property, rest.join('.')), path: [...path, rest.join('.')] };
    if (property.type !== 'object') throw new QueryError(`${shortenName(path.join('.'))} has no members`, at);
    properties = property.members;
  }
}

/** Returns the SQL expression of a name. */
export function compileName(name: QueryName, compiling: CompileContext): TypedSql {
  if (compiling.groups !== undefined) return compiling.groups.named(name);
  const { property } = resolveName(name, compiling.catalogue);
  const { at } = name;
  for (const join of property.needs ?? []) compiling.needed.add(join);
  if (property.type === 'object') return { type: 'object', sql: property.sql, at };
  const { type, sql, digits = 20, always = false, isTime = false } = property;
  return type === 'number' ? { type, sql, at, digits, always, isTime } : { type, sql, at, always };
}

function memberOf(map: ScalarProperty, key: string): ScalarProperty {
  const member = sql`((${map.sql} ->> ${key}::text) collate "C")`;
  return { type: 'text', sql: member, ...(map.needs === undefined ? {} : { needs: map.needs }) };
}

function makeUnknownNameError(path: readonly string[], known: readonly string[], at: number): QueryError {
  const last = path.at(-1)!;
  const meant = known.find((one) => one.toLowerCase() === last.toLowerCase());
  const hint = meant === undefined ? '' : `; there is ${[...path.slice(0, -1), meant].join('.')}`;
  return new QueryError(`Unknown name ${shortenName(path.join('.'))}${hint}`, at);
}

export function shortenName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
