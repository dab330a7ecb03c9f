// Defines catalogues. A catalogue lists the properties of one kind of object that queries can use: an SQL expression
// for each property, and the joins that it needs.
import type { RawBuilder } from 'kysely';

export type Sql = RawBuilder<unknown>;

export interface ScalarProperty {
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'map' | 'document';
  /**
   * SQL expression. Its type is text with collation "C", numeric, boolean, text[] with collation "C", a jsonb object of
   * strings (map), or any jsonb (document). Queries can only select a document or compare it with NULL.
   */
  readonly sql: Sql;
  /** Names of the `joins` that the expression needs. */
  readonly needs?: readonly string[];
  /** Whether the value is never NULL. PostgreSQL can then use an index for sorting. */
  readonly always?: true;
  /** Whether this is an alias of a property that `*` already includes. */
  readonly isAlias?: true;
  /** Expression for SELECT, if it differs from `sql`. */
  readonly selected?: Sql;
  /** Whether the value is a time in milliseconds since the epoch. */
  readonly isTime?: true;
  /** Maximum number of digits. Default: 20. */
  readonly digits?: number;
  /**
   * Converts the stored document to the value in the result. If this function returns undefined, the result omits the
   * value.
   */
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

/** A property that LOCKSS supports but this service does not. `*` does not include it. */
export interface UnavailableProperty {
  readonly type: 'elsewhere';
  /** Completes the error message "… is not available in queries: …". */
  readonly why: string;
  /**
   * Value to return with COMPATIBILITY=laaws, because LOCKSS clients select every property name that LOCKSS defines.
   * `*` does not include it.
   */
  readonly inLaaws: ScalarProperty;
}

export type Property = ScalarProperty | ObjectProperty | UnavailableProperty;
export type Properties = { readonly [name: string]: Property };

export interface Catalogue {
  readonly properties: Properties;
  /** Table with one row per object, including its alias. */
  readonly from: Sql;
  /** LEFT JOINs, in the required order. They never multiply rows. */
  readonly joins: { readonly [name: string]: { readonly sql: Sql; readonly needs?: readonly string[] } };
  /** Condition for rows that represent objects. If undefined, every row represents an object. */
  readonly where?: Sql;
  /** Default sort order. The order must be total, and its expressions must never be NULL. */
  readonly order: readonly Sql[];
}

/** Returns the catalogue for LOCKSS clients, which may select every property name that LOCKSS defines. */
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
