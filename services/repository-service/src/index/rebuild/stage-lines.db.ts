// Lines of the journal on their way into the tables of a rebuild.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { numberArray, plainArray, textArray } from '../arrays.ts';
import type { JournalLine } from '../journal.db.ts';
import type { IndexSchema } from '../schema.ts';
import { states } from './staging.db.ts';

/**
 * Nobody waits for the disk: what a crash of the database takes are the last transactions, together with the notes that
 * they were done, and a rebuild that goes on does them again.
 */
export async function hurry(tx: Kysely<IndexSchema>): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(tx);
}

/** All of them or none. */
export function stageLinesAtOnce(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    await hurry(tx);
    await stageLines(tx, lines);
  });
}

/** Lines of the journal; those seen before change nothing. */
export async function stageLines(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  await stageKnown(db, lines);
  await stageRetired(db, lines);
  await stageChanges(db, lines);
  for (const line of lines) {
    if (line.op === 'bulk') await stageBulk(db, line);
    if (line.op === 'purged') await stagePurged(db, line);
  }
}

async function stageKnown(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const known = new Map<string, JournalLine>();
  for (const line of lines) {
    if ((line.op === 'recorded' || line.op === 'moved') && line.segment !== undefined)
      known.set(line.segment, line);
  }
  if (known.size === 0) return;
  const of = (value: (line: JournalLine) => string) => textArray([...known.values()].map(value));
  await sql`
    insert into rebuild_segment (key, namespace, auid, entry)
    select * from unnest(
      ${textArray([...known.keys()])}::text[], ${of((line) => line.namespace)}::text[], ${of((line) => line.auid)}::text[],
      ${of((line) => JSON.stringify(line))}::json[])
    on conflict (key) do update
      set namespace = excluded.namespace, auid = excluded.auid, entry = excluded.entry`.execute(db);
}

async function stageRetired(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const retired = new Map<string, JournalLine>();
  for (const line of lines) {
    if (line.op === 'moved') for (const key of line.from) retired.set(key, line);
  }
  if (retired.size === 0) return;
  const of = (value: (line: JournalLine) => string) => textArray([...retired.values()].map(value));
  await sql`
    insert into rebuild_segment (key, namespace, auid, state)
    select retired.*, ${states.retired}::smallint from unnest(
      ${textArray([...retired.keys()])}::text[], ${of((line) => line.namespace)}::text[],
      ${of((line) => line.auid)}::text[]) retired
    on conflict (key) do update
      set namespace = excluded.namespace, auid = excluded.auid, state = excluded.state`.execute(db);
}

async function stageBulk(db: Kysely<IndexSchema>, line: JournalLine & { op: 'bulk' }): Promise<void> {
  await sql`
    insert into rebuild_bulk values (${line.namespace}, ${line.auid}, ${line.id}, ${line.at}, ${line.marked})
    on conflict do nothing`.execute(db);
}

async function stagePurged(db: Kysely<IndexSchema>, line: JournalLine & { op: 'purged' }): Promise<void> {
  await sql`
    insert into rebuild_purge
    select artifact, ${line.namespace}, ${line.auid}, ${line.at}, sha256, ${line.by}, ${line.reason}
    from unnest(${plainArray(line.artifacts)}::uuid[], ${textArray(line.digests)}::text[]) purged(artifact, sha256)
    on conflict do nothing`.execute(db);
}

async function stageChanges(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const changes = lines.flatMap((line) => {
    if ('artifacts' in line)
      return line.artifacts.map((artifact) => ({ artifact, id: line.id, op: line.op }));
    if (line.op !== 'recorded') return [];
    // Both begin anew: what older segments say of them does not hold.
    const { replaces = [], given = [] } = line;
    const begun = [...replaces.map(([, { artifact }]) => artifact), ...given];
    return begun.map((artifact) => ({ artifact, id: line.id, op: 'replaced' }));
  });
  if (changes.length === 0) return;
  await sql`
    insert into rebuild_change (artifact, id, op)
    select * from unnest(
      ${plainArray(changes.map(({ artifact }) => artifact))}::uuid[],
      ${numberArray(changes.map(({ id }) => id))}::bigint[],
      ${textArray(changes.map(({ op }) => op))}::text[])
    on conflict do nothing`.execute(db);
}
