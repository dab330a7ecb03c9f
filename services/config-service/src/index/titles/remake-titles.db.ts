// Derives the rows of titles and publishers from the AUs that are visible to queries.
import type { TitleFacts } from '@holdfast/tdb';
import { sql } from 'kysely';
import { addTitleFacts, collectIssns, type TitleSummary } from '../../domain/titles/known-title.ts';
import type { Db } from '../schema/schema.ts';
import { computePublisherId } from './store.db.ts';

const BATCH_TITLES = 1_000;

/** Updates the given titles, and removes those without visible AUs. Writes only changes. Must run in a transaction. */
export async function updateTitleRows(tx: Db, titleIds: readonly string[]): Promise<void> {
  const left = new Set<string>();
  for (let at = 0; at < titleIds.length; at += BATCH_TITLES) {
    const asked = titleIds.slice(at, at + BATCH_TITLES);
    const titles = await computeTitles(tx, asked);
    await upsertTitles(tx, [...titles.values()]);
    const gone = await remove(
      tx,
      asked.filter((titleId) => !titles.has(titleId)),
    );
    for (const publisher of gone) left.add(publisher);
  }
  await sql`
    delete from tdb_publisher as p where publisher_id = any(${[...left]}::uuid[])
      and not exists (select from tdb_title as t where t.publisher_id = p.publisher_id)`.execute(tx);
}

interface Fact {
  readonly titleId: string;
  readonly publisher: string;
  readonly title: string;
  readonly facts: TitleFacts;
}

/**
 * Computes the rows of titles. Reads each distinct fact of a file once, in the order of the first AUs with these facts.
 */
async function computeTitles(tx: Db, titleIds: readonly string[]): Promise<Map<string, ComputedTitle>> {
  const { rows } = await sql<Fact>`
    with said as (
      select title_id, file_no, fact_no, min(au_no) as au_no from tdb_au
      where title_id = any(${titleIds}::uuid[]) and not shadowed group by title_id, file_no, fact_no
    )
    select title_id as "titleId", publisher, title, facts
    from said join tdb_file using (file_no) join tdb_fact using (file_no, fact_no)
    where place is not null order by title_id, place, au_no`.execute(tx);
  const titles = new Map<string, ComputedTitle>();
  for (const fact of rows) {
    const before = titles.get(fact.titleId);
    const known = before?.title ?? newTitle(fact);
    const publisher = before?.publisher ?? fact.publisher;
    titles.set(fact.titleId, { titleId: fact.titleId, publisher, title: addTitleFacts(known, fact.facts) });
  }
  return titles;
}

interface ComputedTitle {
  readonly titleId: string;
  readonly publisher: string;
  readonly title: TitleSummary;
}

function newTitle({ title: name, facts: { key, id } }: Fact): TitleSummary {
  return {
    ...{ key, name, id, proprietaryIds: [], declaredType: null, hasIsbn: false },
    ...{ issn: null, issnl: null, eissn: null, printIssn: null },
  };
}

async function upsertTitles(tx: Db, titles: readonly ComputedTitle[]): Promise<void> {
  const publishers = [...new Set(titles.map(({ publisher }) => publisher))];
  await sql`
    insert into tdb_publisher (publisher_id, name)
    select * from unnest(${publishers.map(computePublisherId)}::uuid[], ${publishers}::text[])
    on conflict (publisher_id) do nothing`.execute(tx);
  await sql`
    insert into tdb_title as there (${columns})
    select ${columns} from json_to_recordset(${JSON.stringify(titles.map(wireOf))}) as row (
      title_id uuid, publisher_id uuid, title_key text, name text, id text, proprietary_ids text[],
      declared_type text, has_isbn boolean, issn text, issnl text, eissn text, print_issn text, issns text[]
    )
    on conflict (title_id) do update set (${changeable}) = row(${excluded})
    where row(${stored}) is distinct from row(${excluded})`.execute(tx);
}

const CHANGEABLE = [
  ...['name', 'id', 'proprietary_ids', 'declared_type', 'has_isbn'],
  ...['issn', 'issnl', 'eissn', 'print_issn', 'issns'],
];
const columns = sql.raw(['title_id', 'publisher_id', 'title_key', ...CHANGEABLE].join());
const changeable = sql.raw(CHANGEABLE.join());
const stored = sql.raw(CHANGEABLE.map((column) => `there.${column}`).join());
const excluded = sql.raw(CHANGEABLE.map((column) => `excluded.${column}`).join());

function wireOf({ titleId, publisher, title }: ComputedTitle) {
  return {
    title_id: titleId,
    publisher_id: computePublisherId(publisher),
    title_key: title.key,
    name: title.name,
    id: title.id,
    proprietary_ids: title.proprietaryIds,
    declared_type: title.declaredType,
    has_isbn: title.hasIsbn,
    issn: title.issn,
    issnl: title.issnl,
    eissn: title.eissn,
    print_issn: title.printIssn,
    issns: collectIssns(title),
  };
}

/** Removes titles. Returns the IDs of their publishers. */
async function remove(tx: Db, titleIds: readonly string[]): Promise<string[]> {
  if (titleIds.length === 0) return [];
  const { rows } = await sql<{ publisher_id: string }>`
    delete from tdb_title where title_id = any(${titleIds}::uuid[]) returning publisher_id`.execute(tx);
  return rows.map(({ publisher_id }) => publisher_id);
}
