// A catalogue defines the properties that can be queried for one kind of object: an SQL expression for each, and the
// tables it needs.
import type { RawBuilder } from 'kysely';

export type Sql = RawBuilder<unknown>;

export interface ScalarProperty {
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'map' | 'document';
  /**
   * SQL expression. Its type is text with collation "C", numeric, boolean, text[] with collation "C", a jsonb object of
   * strings (map), or any jsonb (document). A document can only be selected and compared with NULL.
   */
  readonly sql: Sql;
  /** Names of the `joins` that the expression needs. */
  readonly needs?: readonly string[];
  /** Whether the value is never NULL. An index can then provide the order. */
  readonly always?: true;
  /** Whether this is another name of a property that `*` already includes. */
  readonly isAlias?: true;
  /** Expression for selecting, if it differs from `sql`. */
  readonly selected?: Sql;
  /** Whether the value is a time in milliseconds since the epoch. */
  readonly isTime?: true;
  /** Maximum number of digits. Default: 20. */
  readonly digits?: number;
  /** Converts the stored document to the value in the result. Returns undefined to omit it. */
  readonly made?: ValueConversion;
}

export type ValueConversion = (read: unknown) => unknown;

export interface ObjectProperty {
  readonly type: 'object';
  readonly members: Properties;
  /** NULL if and only if the object does not exist. */
  readonly sql: Sql;
  readonly needs?: readonly string[];
}

/** A property that LOCKSS has but this service does not support. `*` does not include it. */
export interface UnavailableProperty {
  readonly type: 'elsewhere';
  /** Completes "… is not available in queries: …". */
  readonly why: string;
  /**
   * Value to return with COMPATIBILITY=laaws, where LOCKSS clients select every name that they know. `*` does not
   * include it.
   */
  readonly inLaaws: ScalarProperty;
}

export type Property = ScalarProperty | ObjectProperty | UnavailableProperty;
export type Properties = { readonly [name: string]: Property };

export interface Catalogue {
  readonly properties: Properties;
  /** Table with one row per object, with its alias. */
  readonly from: Sql;
  /** LEFT JOINs that never multiply rows, in the required order. */
  readonly joins: { readonly [name: string]: { readonly sql: Sql; readonly needs?: readonly string[] } };
  /** Condition for the rows that represent objects. If undefined, every row does. */
  readonly where?: Sql;
  /** Default order. It must be a total order, and its expressions must never be NULL. */
  readonly order: readonly Sql[];
}

/** Returns the catalogue for LOCKSS clients, which can select every name that LOCKSS has. */
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
