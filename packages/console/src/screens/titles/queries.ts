// Queries of the screen of titles. Each returns one page of publishers, titles of a publisher, or AUs of a title.
import { configuration } from '../../service/clients.ts';
import { quoteText } from '../../service/quote-text.ts';
import { type TitleRef, type TitleScope, toScopeConditions } from './scope.ts';
import { buildAuConditions, formatWhere, isEmptySearch, type TitleSearch } from './search.ts';

export const TITLE_PAGE_ROWS = 300;

const ADDABLE = ['active = false', 'addable = true'];

export interface PublisherLine {
  readonly name: string;
  /** Number of titles. If the search has conditions on AUs, the number of AUs. */
  readonly count: number;
}

export interface TitleLine extends TitleRef {
  readonly issns: readonly string[];
  readonly type: string;
}

export interface AuLine {
  readonly auid: string;
  readonly name: string;
  readonly year: string | undefined;
  readonly pluginId: string;
  readonly isActive: boolean;
  readonly isDown: boolean;
  readonly isAddable: boolean;
}

export interface TreePage<Line> {
  readonly lines: readonly Line[];
  readonly isLast: boolean;
}

export async function queryPublishers(
  search: TitleSearch,
  signal: AbortSignal,
): Promise<readonly PublisherLine[]> {
  const grouped = 'group by tdbPublisher.name order by tdbPublisher.name';
  const rows = isEmptySearch(search)
    ? await configuration.queryTdbTitles(
        { tdbTitleQuery: `select tdbPublisher.name, count(*) as count ${grouped}` },
        { signal },
      )
    : await configuration.queryTdbAus(
        {
          tdbAuQuery: `select tdbPublisher.name, count(*) as count${formatWhere(buildAuConditions(search))} ${grouped}`,
        },
        { signal },
      );
  return rows.map((row) => ({
    name: row.tdbPublisher?.name ?? '',
    count: (row as unknown as { count: number }).count,
  }));
}

/** Returns the matching titles of a publisher, sorted by name. `after` is the last title of the previous page. */
export function queryTitles(
  search: TitleSearch,
  publisher: string,
  after: TitleRef | undefined,
  signal: AbortSignal,
): Promise<TreePage<TitleLine>> {
  return isEmptySearch(search)
    ? fetchAllTitles(publisher, after, signal)
    : fetchTitlesWithAus(buildAuConditions(search), publisher, after, signal);
}

async function fetchAllTitles(publisher: string, after: TitleRef | undefined, signal: AbortSignal) {
  const conditions = [`tdbPublisher.name = ${quoteText(publisher)}`, ...listPositionConditions('', after)];
  const tdbTitleQuery = `select id, name, issns, publicationtype${formatWhere(conditions)} order by name, id limit ${TITLE_PAGE_ROWS}`;
  const rows = await configuration.queryTdbTitles({ tdbTitleQuery }, { signal });
  return toPage(rows.map((row) => toTitleLine(publisher, row)));
}

async function fetchTitlesWithAus(
  wanted: readonly string[],
  publisher: string,
  after: TitleRef | undefined,
  signal: AbortSignal,
) {
  const conditions = [
    `tdbPublisher.name = ${quoteText(publisher)}`,
    ...wanted,
    ...listPositionConditions('tdbTitle.', after),
  ];
  const names = 'tdbTitle.id, tdbTitle.name, tdbTitle.issn, tdbTitle.eissn, tdbTitle.publicationtype';
  const grouped = `group by ${names} order by tdbTitle.name, tdbTitle.id limit ${TITLE_PAGE_ROWS}`;
  const tdbAuQuery = `select ${names}, count(*) as count${formatWhere(conditions)} ${grouped}`;
  const rows = await configuration.queryTdbAus({ tdbAuQuery }, { signal });
  return toPage(rows.map(({ tdbTitle = {} }) => toTitleLine(publisher, tdbTitle)));
}

function listPositionConditions(prefix: string, after: TitleRef | undefined): string[] {
  if (after === undefined) return [];
  const [name, id] = [quoteText(after.name), quoteText(after.id)];
  return [`(${prefix}name > ${name} or (${prefix}name = ${name} and ${prefix}id > ${id}))`];
}

/** Returns the matching AUs of a title, sorted by name. */
export async function queryAus(
  search: TitleSearch,
  title: TitleRef,
  after: Pick<AuLine, 'name' | 'auid'> | undefined,
  signal: AbortSignal,
): Promise<TreePage<AuLine>> {
  const { publisher } = title;
  const further =
    after === undefined
      ? []
      : [
          `(name > ${quoteText(after.name)} or (name = ${quoteText(after.name)} and auId > ${quoteText(after.auid)}))`,
        ];
  const conditions = [
    ...toScopeConditions({ kind: 'title', publisher, title }),
    ...buildAuConditions(search),
    ...further,
  ];
  const tdbAuQuery = `select auId, name, year, pluginName, active, down, addable${formatWhere(conditions)} order by name, auId limit ${TITLE_PAGE_ROWS}`;
  const rows = await configuration.queryTdbAus({ tdbAuQuery }, { signal });
  return toPage(
    rows.map(
      ({ auId = '', name = '', year, pluginName = '', active = false, down = false, addable = false }) => ({
        ...{
          auid: auId,
          name,
          year,
          pluginId: pluginName,
          isActive: active,
          isDown: down,
          isAddable: addable,
        },
      }),
    ),
  );
}

/** Counts the matching AUs that can be added. */
export async function countAddable(
  search: TitleSearch,
  scope: TitleScope,
  signal: AbortSignal,
): Promise<number> {
  const where = formatWhere([...toScopeConditions(scope), ...buildAuConditions(search), ...ADDABLE]);
  const [row] = await configuration.queryTdbAus(
    { tdbAuQuery: `select count(*) as count${where}` },
    { signal },
  );
  return (row as unknown as { count: number } | undefined)?.count ?? 0;
}

/** Yields the AUIDs of the AUs that match and can be added, in batches. */
export async function* listAddableAus(
  search: TitleSearch,
  scope: TitleScope,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  for (let after = '', isLast = false; !isLast; ) {
    const conditions = [
      ...toScopeConditions(scope),
      ...buildAuConditions(search),
      ...ADDABLE,
      `auId > ${quoteText(after)}`,
    ];
    const tdbAuQuery = `select auId${formatWhere(conditions)} order by auId limit ${size}`;
    const rows = await configuration.queryTdbAus({ tdbAuQuery }, { signal });
    const auids = [...new Set(rows.map(({ auId }) => auId!))];
    if (auids.length > 0) yield auids;
    isLast = rows.length < size;
    after = auids.at(-1) ?? after;
  }
}

function toPage<Line>(lines: readonly Line[]): TreePage<Line> {
  return { lines, isLast: lines.length < TITLE_PAGE_ROWS };
}

interface TitleRow {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly issn?: string | undefined;
  readonly eissn?: string | undefined;
  readonly issns?: readonly string[] | undefined;
  readonly publicationtype?: string | undefined;
}

function toTitleLine(publisher: string, row: TitleRow): TitleLine {
  const { id = '', name = '', issn, eissn, publicationtype: type = '' } = row;
  const issns = row.issns ?? [...new Set([issn, eissn])].filter((one) => one !== undefined);
  return { publisher, id, name, issns, type };
}
