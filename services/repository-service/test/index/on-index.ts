// For tests: what the index knows that no operation tells, and changes that no operation makes.
import type { Database } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { IndexSchema } from '../../src/index/schema.ts';

/** A tag that runs what stands in its template; what is put into that becomes parameters. */
export function onIndex({ kysely }: Pick<Database<IndexSchema>, 'kysely'>) {
  return <Row extends object>(
    text: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<{ readonly rows: Row[] }> => sql<Row>(text, ...values).execute(kysely);
}
