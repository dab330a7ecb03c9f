// Stores the titles that a batch of AUs belongs to: new ones, and what the AUs say of them that was not known before.
import { sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { AuRow } from '../../domain/titles/au-row.ts';
import { detachedText, issnsOf, type KnownTitle, withFacts } from '../../domain/titles/known-title.ts';
import type { Db } from '../schema/schema.ts';
import { hiddenFromPlanner } from './generation.db.ts';

export interface TitleStore {
  readonly generation: number;
  /** Numbers by name. */
  readonly publishers: LRUCache<string, number>;
  readonly titles: LRUCache<string, KnownTitle>;
  titleCount: number;
}

/** The publishers of the rows must be known by now. */
export async function storeTitles(tx: Db, store: TitleStore, rows: readonly AuRow[]): Promise<void> {
  await recall(tx, store, rows);
  const fresh = new Map<string, KnownTitle>();
  const changed = new Map<string, KnownTitle>();
  for (const row of rows) {
    const place = placeOf(store, row);
    const known = store.titles.get(place);
    const title = withFacts(known ?? newTitle(store, row), row.facts);
    if (title === known) continue;
    store.titles.set(place, title);
    if (known === undefined || fresh.has(place)) fresh.set(place, title);
    else changed.set(place, title);
  }
  if (fresh.size > 0) await insert(tx, store.generation, [...fresh.values()]);
  if (changed.size > 0) await update(tx, store.generation, [...changed.values()]);
}

/** To be called for a row whose title was stored. */
export function titleNoOf(store: TitleStore, row: AuRow): number {
  return store.titles.get(placeOf(store, row))!.titleNo;
}

/** Reads titles again that were met so long ago that they are not remembered any more. */
async function recall(tx: Db, store: TitleStore, rows: readonly AuRow[]): Promise<void> {
  const unknown = rows.filter((row) => store.titles.get(placeOf(store, row)) === undefined);
  if (unknown.length === 0) return;
  const asked = unknown.map((row) => ({
    asked_no: store.publishers.get(row.publisher),
    asked_key: row.facts.key,
  }));
  const { rows: stored } = await sql<KnownTitle>`
    select ${sql.raw(TITLE_COLUMNS)}
    from json_to_recordset(${JSON.stringify(asked)}) as asked (asked_no integer, asked_key text)
    join tdb_title on generation = ${hiddenFromPlanner(store.generation)} and publisher_no = asked_no and title_key = asked_key
  `.execute(tx);
  for (const title of stored) store.titles.set(`${title.publisherNo} ${title.key}`, title);
}

const TITLE_COLUMNS = `
  title_no as "titleNo", publisher_no as "publisherNo", title_key as key, name, id, proprietary_ids as "proprietaryIds",
  declared_type as "declaredType", has_isbn as "hasIsbn", issn, issnl, eissn, print_issn as "printIssn"`;

async function insert(tx: Db, generation: number, titles: readonly KnownTitle[]): Promise<void> {
  await sql`
    insert into tdb_title (
      generation, title_no, publisher_no, title_key, name, id,
      proprietary_ids, declared_type, has_isbn, issn, issnl, eissn, print_issn, issns
    )
    select ${generation}, row.* from json_to_recordset(${wire(titles)}) as row (${sql.raw(TITLE_ROW)})`.execute(
    tx,
  );
}

async function update(tx: Db, generation: number, titles: readonly KnownTitle[]): Promise<void> {
  await sql`
    update tdb_title set
      proprietary_ids = row.proprietary_ids, declared_type = row.declared_type, has_isbn = row.has_isbn,
      issn = row.issn, issnl = row.issnl, eissn = row.eissn, print_issn = row.print_issn, issns = row.issns
    from json_to_recordset(${wire(titles)}) as row (${sql.raw(TITLE_ROW)})
    where generation = ${hiddenFromPlanner(generation)} and tdb_title.title_no = row.title_no`.execute(tx);
}

// These columns stand in the order in which they are inserted.
const TITLE_ROW = `
  title_no integer, publisher_no integer, title_key text, name text, id text, proprietary_ids text[],
  declared_type text, has_isbn boolean, issn text, issnl text, eissn text, print_issn text, issns text[]`;

function wire(titles: readonly KnownTitle[]): string {
  return JSON.stringify(
    titles.map((title) => ({
      title_no: title.titleNo,
      publisher_no: title.publisherNo,
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
      issns: issnsOf(title),
    })),
  );
}

function placeOf({ publishers }: TitleStore, { publisher, facts }: AuRow): string {
  return `${publishers.get(publisher)} ${facts.key}`;
}

function newTitle(store: TitleStore, { publisher, title: name, facts }: AuRow): KnownTitle {
  return {
    titleNo: ++store.titleCount,
    publisherNo: store.publishers.get(publisher)!,
    key: detachedText(facts.key),
    name: detachedText(name),
    id: detachedText(facts.id),
    proprietaryIds: [],
    declaredType: null,
    hasIsbn: false,
    issn: null,
    issnl: null,
    eissn: null,
    printIssn: null,
  };
}
