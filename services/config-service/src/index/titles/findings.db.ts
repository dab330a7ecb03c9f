// Reads problems and duplicates of the visible title files page by page, in the order of the files.
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Position of a problem or duplicate among all findings of the same kind. */
export interface FindingPosition {
  readonly place: number;
  /** Sequence number of the finding in the file. */
  readonly no: number;
}

export interface ProblemRow extends FindingPosition {
  readonly source: string;
  readonly sentence: string;
}

export interface DuplicateRow extends FindingPosition {
  readonly source: string;
  readonly line: number;
  readonly column: number | null;
  readonly name: string;
  readonly auid: string;
  /** Source of the earlier entry that shadows this one. */
  readonly firstSource: string;
  readonly firstLine: number;
}

export async function selectProblemsAfter(
  db: Db,
  after: FindingPosition,
  limit: number,
): Promise<ProblemRow[]> {
  const { rows } = await sql<ProblemRow>`
    select place, no::integer, source, sentence
    from tdb_file, jsonb_array_elements_text(problems) with ordinality as problem (sentence, no)
    where place >= ${after.place} and (place, no) > (${after.place}::integer, ${after.no}::bigint)
    order by place, no limit ${limit}`.execute(db);
  return rows;
}

export async function selectDuplicatesAfter(
  db: Db,
  after: FindingPosition,
  limit: number,
): Promise<DuplicateRow[]> {
  const { rows } = await sql<DuplicateRow>`
    select place, au_no as no, file.source, au.line, line_column as "column", name, auid,
      first.source as "firstSource", first.line as "firstLine"
    from tdb_au as au join tdb_file as file using (file_no) join lateral (
      select f.source, a.line from tdb_au as a join tdb_file as f using (file_no)
      where a.identity = au.identity and not a.shadowed and f.place is not null limit 1
    ) as first on true
    where shadowed and place >= ${after.place} and (place, au_no) > (${after.place}::integer, ${after.no}::integer)
    order by place, au_no limit ${limit}`.execute(db);
  return rows;
}

/** Returns the total number of problems in all files. Not all of them are stored individually. */
export async function countProblems(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(problem_count), 0)::bigint as count from tdb_file where place is not null`.execute(
    db,
  );
  return rows[0]!.count;
}
