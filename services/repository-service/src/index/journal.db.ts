// The journal's rows: written in the transactions whose outcome they are, in order under the AU's lock.
import { type RawBuilder, sql } from 'kysely';
import type { ArtifactsChanged, JournalEntry } from '../domain/journal-entry.ts';

/** A statement for a transaction that holds the AU's lock; may stand in a `with`. */
export function journaled(auId: number, entry: JournalEntry): RawBuilder<unknown> {
  return sql`insert into journal (au_id, entry) values (${auId}, ${JSON.stringify(entry)})`;
}

/** The same, of the artifacts that the query `changed` gives (if any), all of one AU. */
export function journaledChange(
  op: ArtifactsChanged['op'],
  changed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into journal (au_id, entry)
    select au_id, json_build_object('op', ${op}::text, 'artifacts', json_agg(id)) from ${changed} changed
    group by au_id`;
}
