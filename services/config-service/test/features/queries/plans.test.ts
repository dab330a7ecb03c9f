// Tests PostgreSQL's plans for queries of a large title database. The plans must use indexes, and must read about as
// many rows as they return.
import { applyMigrations, type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { migrations } from '../../../src/index/migrations/index.ts';
import type { ConfigSchema } from '../../../src/index/schema/schema.ts';
import { detectCaseFolding } from '../../../src/query/case-folding.db.ts';
import type { Catalogue } from '../../../src/query/catalogue.ts';
import { ausCatalogue } from '../../../src/query/catalogues/aus.ts';
import { titleAusCatalogue, titlesCatalogue } from '../../../src/query/catalogues/titles.ts';
import { compileQuery } from '../../../src/query/compile.ts';
import { parseQuery } from '../../../src/query/parse.ts';
import { createConfigDatabase } from '../../config-database.ts';
import { insertMany, makeFileRow, makeRequiredColumns, makeUuid } from './sample-data.ts';

const FILE_NO = 7;
const titleCount = 2_000;
const auCount = 20_000;

let database: Database<ConfigSchema>;
beforeAll(async () => {
  const { url } = await createConfigDatabase();
  database = openDatabase<ConfigSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
  await applyMigrations(database, migrations, { owner: 'configuration' });
  const { pool } = database;
  await insertMany(pool, 'tdb_file', [makeFileRow(FILE_NO, 1)]);
  await insertMany(pool, 'tdb_publisher', [{ publisher_id: makeUuid(1), name: 'Press' }]);
  const titles = Array.from({ length: titleCount }, (_, i) => ({
    title_id: makeUuid(i),
    publisher_id: makeUuid(1),
    title_key: `${i}`,
    name: `Title ${i}`,
    id: `id:${i}`,
    issn: `${i}`,
    issns: [`${i}`, `e${i}`],
    proprietary_ids: [],
    has_isbn: false,
  }));
  await insertMany(pool, 'tdb_title', titles);
  const aus = Array.from({ length: auCount }, (_, i) => ({
    ...makeRequiredColumns(FILE_NO),
    au_no: i,
    title_id: makeUuid(i % titleCount),
    auid: `org|P&k~${i}`,
    name: `AU ${i} of 2014`,
    identity: makeUuid(i),
    plugin_id: `org.P${i % 500}`,
    down: false,
    params: {},
    attrs: {},
    props: {},
    default_only: [],
  }));
  await insertMany(pool, 'tdb_au', aus);
  await insertMany(
    pool,
    'au_configuration',
    aus.map(({ auid, plugin_id }) => ({ auid, plugin_id, configuration: {}, created_ms: 1, updated_ms: 1 })),
  );
  await pool.query('analyze');
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** Returns the number of rows read from large tables, including rows that filters discard. */
async function rowsRead(catalogue: Catalogue, query: string): Promise<number> {
  const plan = (await explained(catalogue, query)) as Node;
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(plan)
    .filter((node) => node['Relation Name'] !== undefined && node['Relation Name'] !== 'tdb_file')
    .map((node) => {
      const inVain = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return (node['Actual Rows'] + inVain) * node['Actual Loops'];
    })
    .reduce((sum, rows) => sum + rows, 0);
}

describe('a query reads little beside its answer', () => {
  it.each<[string, Catalogue, number]>([
    ["select auId, name where name = 'AU 77 of 2014'", titleAusCatalogue, 5],
    ["select auId, name where name like 'AU 77%'", titleAusCatalogue, 300],
    ["select auId where auId = 'org|P&k~5'", titleAusCatalogue, 5],
    ["select auId where auId like 'org|P&k~777%'", titleAusCatalogue, 30],
    ["select auId where pluginName = 'org.P7'", titleAusCatalogue, 100],
    ["select auId, name where tdbTitle.issn = '77'", titleAusCatalogue, 100],
    ["select auId, tdbTitle, tdbPublisher where tdbTitle.id = 'id:77'", titleAusCatalogue, 150],
    ["select auId, active where tdbTitle.name = 'Title 77' and active", titleAusCatalogue, 150],
    ["select * where name in ('AU 1 of 2014', 'AU 2 of 2014')", titleAusCatalogue, 20],
    ["select name where name between 'AU 77 ' and 'AU 77 p'", titleAusCatalogue, 20],
    ['select * limit 10', titleAusCatalogue, 100],
    ['select auId order by auId desc limit 10', titleAusCatalogue, 30],
    ['select name order by name limit 10', titleAusCatalogue, 30],
    ["select * where id = 'id:5'", titlesCatalogue, 5],
    ["select name where issn = '77' or issn = '78'", titlesCatalogue, 10],
    ["select auId, name where auId = 'org|P&k~5'", ausCatalogue, 10],
    ["select auId, name, tdbPublisher where pluginName = 'org.P7'", ausCatalogue, 400],
    ['select auId, name where auNumber in (1, 7, 11)', ausCatalogue, 10],
    ['select * limit 10', ausCatalogue, 200],
  ])('%s', async (query, catalogue, most) => {
    expect(await rowsRead(catalogue, query)).toBeLessThanOrEqual(most);
  });
});

/** Returns the root node of PostgreSQL's plan for a query, with the number of rows read. */
async function explained(catalogue: Catalogue, query: string): Promise<unknown> {
  const { statement } = compileQuery(parseQuery(query), catalogue, await detectCaseFolding(database.kysely));
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: unknown }];
  }>`explain (analyze, timing off, format json) ${statement}`.execute(database.kysely);
  return rows[0]!['QUERY PLAN'][0].Plan;
}
