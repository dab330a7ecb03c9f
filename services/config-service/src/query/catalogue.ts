// A catalogue says what can be asked of one kind of thing: its properties, each a fixed SQL expression, and the tables
// they stand in.
import type { RawBuilder } from 'kysely';

export type Sql = RawBuilder<unknown>;

export interface Scalar {
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'map' | 'document';
  /**
   * Text of collation "C", numeric, boolean, text[] of collation "C", jsonb (an object of strings), or jsonb of any kind,
   * which can be selected and be NULL and nothing else.
   */
  readonly sql: Sql;
  /** Names of `joins` that it stands in. */
  readonly needs?: readonly string[];
  /** Never NULL: lets an index give the order. */
  readonly always?: true;
  /** `*` stands for another name of it. */
  readonly isAlias?: true;
  /** How it is read when selected, where that differs from `sql`. */
  readonly selected?: Sql;
  /** A number of milliseconds since the epoch. */
  readonly isTime?: true;
  /** The most digits that a number can have; 20 where it is not given. */
  readonly digits?: number;
  /** What is told is made of what was read; undefined leaves it out. Of documents alone. */
  readonly made?: Made;
}

export type Made = (read: unknown) => unknown;

export interface ObjectProperty {
  readonly type: 'object';
  readonly members: Properties;
  /** NULL exactly when there is no such object. */
  readonly sql: Sql;
  readonly needs?: readonly string[];
}

/** Other services of the field know such a property. It is not among those that `*` stands for. */
export interface Elsewhere {
  readonly type: 'elsewhere';
  /** Completes "… is not told by queries: …". */
  readonly why: string;
  /** Answered with COMPATIBILITY=laaws, whose clients select all names they know. `*` does not stand for it. */
  readonly inLaaws: Scalar;
}

export type Property = Scalar | ObjectProperty | Elsewhere;
export type Properties = { readonly [name: string]: Property };

export interface Catalogue {
  readonly properties: Properties;
  /** The table that has one row for each thing, under an alias. */
  readonly from: Sql;
  /** LEFT JOINs that never multiply rows, in the order in which they must stand. */
  readonly joins: { readonly [name: string]: { readonly sql: Sql; readonly needs?: readonly string[] } };
  /** Which rows of the table are things at all. */
  readonly where?: Sql;
  /** Natural order; total, and none of it NULL. */
  readonly order: readonly Sql[];
}

/** The catalogue for clients of LOCKSS: every name that LOCKSS knows can be selected. */
export function laawsCatalogue(catalogue: Catalogue): Catalogue {
  const properties = Object.entries(catalogue.properties).map(
    ([name, property]) =>
      [
        name,
        property.type === 'elsewhere' ? { ...property.inLaaws, isAlias: true as const } : property,
      ] as const,
  );
  return { ...catalogue, properties: Object.fromEntries(properties) };
}
