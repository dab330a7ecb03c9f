// Defines catalogues. A catalogue lists the properties that queries of one kind of object can use. Each property has an
// SQL expression and the joins that the expression needs.
import type { RawBuilder } from 'kysely';

export type Sql = RawBuilder<unknown>;

export interface ScalarProperty {
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'map' | 'document';
  /**
   * SQL expression. Its type is text with collation "C", numeric, boolean, text[] with collation "C", a jsonb object of
   * strings (map), or any jsonb (document). Documents can only be selected or compared with NULL.
   */
  readonly sql: Sql;
  /** Names of the `joins` that the expression needs. */
  readonly needs?: readonly string[];
  /** True if the value is never NULL, so that PostgreSQL can sort with an index. */
  readonly always?: true;
  /** True for an alias of a property that `*` already includes. */
  readonly isAlias?: true;
  /** Expression for SELECT, if it is different from `sql`. */
  readonly selected?: Sql;
  /** True if the value is a Unix time in milliseconds. */
  readonly isTime?: true;
  /** Maximum number of digits. Default: 20. */
  readonly digits?: number;
  /** Converts the stored document to the value in the result. If it returns undefined, the result omits the value. */
  readonly made?: ValueConversion;
}

export type ValueConversion = (read: unknown) => unknown;

export interface ObjectProperty {
  readonly type: 'object';
  readonly members: Properties;
  /** Expression that is NULL if and only if the object does not exist. */
  readonly sql: Sql;
  readonly needs?: readonly string[];
}

/** Property that LOCKSS supports but this service does not. `*` does not include it. */
export interface UnavailableProperty {
  readonly type: 'elsewhere';
  /** Completes the error message "… is not available in queries: …". */
  readonly why: string;
  /**
   * Replacement property if COMPATIBILITY=laaws is set, because LOCKSS clients select every property of LOCKSS. `*`
   * does not include it.
   */
  readonly inLaaws: ScalarProperty;
}

export type Property = ScalarProperty | ObjectProperty | UnavailableProperty;
export type Properties = { readonly [name: string]: Property };

export interface Catalogue {
  readonly properties: Properties;
  /** Table with one row per object, and its alias. */
  readonly from: Sql;
  /** LEFT JOINs in the required order. They must not multiply rows. */
  readonly joins: { readonly [name: string]: { readonly sql: Sql; readonly needs?: readonly string[] } };
  /** Condition that selects the rows that are objects. If undefined, every row is an object. */
  readonly where?: Sql;
  /** Default sort order. It must be total, and its expressions must never be NULL. */
  readonly order: readonly Sql[];
}

/** Returns the catalogue for LOCKSS clients, which may select every property of LOCKSS. */
export function makeLaawsCatalogue(catalogue: Catalogue): Catalogue {
  const properties = Object.entries(catalogue.properties).map(
    ([name, property]) =>
      [
        name,
        property.type === 'elsewhere' ? { ...property.inLaaws, isAlias: true as const } : property,
      ] as const,
  );
  return { ...catalogue, properties: Object.fromEntries(properties) };
}
