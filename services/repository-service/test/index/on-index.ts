// Test helper: queries and changes the index directly, in ways that the API does not offer.
import type { Database } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { IndexSchema } from '../../src/index/schema.ts';

/** Returns a template tag that executes its SQL. Interpolated values become parameters. */
export function onIndex({ kysely }: Pick<Database<IndexSchema>, 'kysely'>) {
  return <Row extends object>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<{ readonly rows: Row[] }> => sql<Row>(text, ...values).execute(kysely);
}
