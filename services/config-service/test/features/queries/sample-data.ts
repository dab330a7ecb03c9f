// Sample rows for query tests: plugins, AUs and titles. Tests insert the rows directly into the tables.
import type { Database } from '@holdfast/pg-kit';

type Pool = Database<never>['pool'];
type Row = Readonly<Record<string, unknown>>;

export const demoPlugin = 'org.example.plugin.DemoPlugin';
export const demo2013 = 'org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fdemo%2F&year~2013';
export const demo2014 = 'org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fdemo%2F&year~2014';
export const named = 'org|lockss|plugin|NamedPlugin&handle~h';
export const auidWithoutPlugin = 'org|example|plugin|GonePlugin&year~1999';

const FILE_NO = 1_000_000;

/** Returns the UUID of a sample title or publisher. */
export const makeUuid = (number: number): string =>
  `00000000-0000-0000-0000-${String(number).padStart(12, '0')}`;

/** Returns the row of a title file. If `place` is null, queries cannot see the file's AUs. */
export const makeFileRow = (file_no: number, place: number | null): Row => ({
  ...{ file_no, place, source: `${file_no}.tdb`, digest: '', started_ms: 1 },
});

/** Returns values of required columns that queries do not use. */
export const makeRequiredColumns = (file_no: number): Row => ({ file_no, fact_no: 1, line: 1 });

const baseUrl = 'http://demo/';

const plugins: Row[] = [
  {
    plugin_id: demoPlugin,
    name: 'Demo Plugin',
    version: '7',
    type: 'Loadable',
    registry: 'http://plugins/',
    url: 'http://plugins/demo.jar',
    publishing_platform: 'Demo Platform',
    definition: { plugin_name: 'Demo Plugin', plugin_version: '7' },
    rules: {},
    parameters: [
      { key: 'base_url', type: 3, definitional: true },
      { key: 'year', type: 4, definitional: true },
      { key: 'login', type: 10, definitional: false },
      { key: 'pub_never', type: 5, definitional: false },
    ],
  },
  {
    plugin_id: 'org.example.plugin.AnotherPlugin',
    name: 'Another Plugin',
    version: '12',
    type: 'Internal',
    definition: {},
    rules: {},
    parameters: [],
  },
];

const au = (auid: string, plugin_id: string, configuration: Row, created_ms: number): Row => ({
  auid,
  plugin_id,
  configuration,
  created_ms,
  updated_ms: created_ms,
});

const aus: Row[] = [
  au(demo2013, demoPlugin, { base_url: baseUrl, year: '2013', 'reserved.disabled': 'true' }, 1_000),
  au(
    demo2014,
    demoPlugin,
    { base_url: baseUrl, year: '2014', login: 'me:s3cret', pub_never: 'true', crawl_proxy: 'DIRECT' },
    2_000,
  ),
  au(named, 'org.lockss.plugin.NamedPlugin', { handle: 'h', features: 'x;y' }, 3_000),
  au(auidWithoutPlugin, 'org.example.plugin.GonePlugin', { year: '1999', login: 'me:s3cret' }, 4_000),
];

const states: Row[] = [
  {
    auid: demo2014,
    document: {
      auCreationTime: 1_500,
      lastCrawlTime: 1_700_000_000_000,
      lastCrawlAttempt: 1_700_000_000_001,
      lastCrawlResultMsg: 'Successful',
      lastDeepCrawlTime: -1,
      lastDeepCrawlDepth: 2,
      lastTopLevelPollTime: 5,
      lastPollStart: 4,
      v3Agreement: 0.25,
      highestV3Agreement: 0.75,
      accessType: 'OpenAccess',
      hasSubstance: 'Yes',
    },
  },
  {
    auid: named,
    document: {
      lastCrawlResultMsg: null,
      lastCrawlResult: 3,
      lastDeepCrawlResult: 1e15,
      lastPollResult: 6,
      clockssSubscriptionStatus: 1,
      v3Agreement: 1,
      lastMetadataIndex: -1,
    },
  },
];

const sizes: Row[] = [{ auid: demo2014, content_bytes: 7_000, disk_bytes: 5_000, measured_ms: 9_000 }];

const agreement = {
  percentAgreement: 0.5,
  percentAgreementTime: 1,
  highestPercentAgreement: 0.75,
  highestPercentAgreementTime: 2,
};
const peerId = 'TCP:[192.0.2.7]:9729';
const agreements: Row[] = [
  { auid: demo2014, peer_id: peerId, entry: { id: peerId, map: { POR: agreement } } },
];

const publishers: Row[] = [
  { publisher_id: makeUuid(1), name: 'Pensoft Publishers' },
  { publisher_id: makeUuid(2), name: 'Åbo Press' },
];

const title = (titleNo: number, publisherNo: number, id: string, name: string, more: Row = {}): Row => ({
  title_id: makeUuid(titleNo),
  publisher_id: makeUuid(publisherNo),
  title_key: name,
  name,
  id,
  proprietary_ids: [],
  has_isbn: false,
  issns: [],
  ...more,
});

const titles: Row[] = [
  title(1, 1, 'id:1427959100', 'Biodiversity Data Journal', {
    proprietary_ids: ['bdj', 'bdj2'],
    issn: '1314-2836',
    issnl: '1314-2828',
    eissn: '1314-2828',
    print_issn: '1314-2836',
    issns: ['1314-2828', '1314-2836'],
  }),
  title(2, 2, 'id:1', 'Book of \u{1d4b3}', { declared_type: 'book' }),
];

const entry = (au_no: number, titleNo: number, auid: string, name: string, more: Row = {}): Row => ({
  ...makeRequiredColumns(FILE_NO),
  au_no,
  title_id: makeUuid(titleNo),
  auid,
  name,
  identity: makeUuid(au_no),
  plugin_id: demoPlugin,
  down: false,
  params: {},
  attrs: {},
  props: {},
  default_only: [],
  ...more,
});

const entries: Row[] = [
  entry(1, 1, demo2014, 'Biodiversity Data Journal Volume 2', {
    year: '2014',
    params: { base_url: baseUrl, year: '2014' },
    attrs: { year: '2014', 'a.dotted': 'd' },
    props: { issn: '1314-2836' },
  }),
  // Second entry of the AU `demo2014`.
  entry(2, 1, demo2014, 'Biodiversity Data Journal Volume 2 again'),
  entry(3, 1, demo2013, 'Biodiversity Data Journal Volume 1', { year: '2013', down: true }),
  entry(4, 2, 'org|example|plugin|DemoPlugin&year~1', 'The Book', { plugin_id: 'org.example.Unknown' }),
];

/** Entries that queries cannot see: an entry in a file without a position, and an entry shadowed by an earlier one. */
const unseen: readonly [string, Row][] = [
  ['tdb_file', makeFileRow(2, null)],
  ['tdb_au', { ...entries[0], file_no: 2, name: 'Not to be seen' }],
  ['tdb_au', { ...entries[0], au_no: 5, shadowed: true, name: 'Not to be seen' }],
];

export async function storeSamples(pool: Pool): Promise<void> {
  const tables: [string, readonly Row[]][] = [
    ['plugin', plugins],
    ['au_configuration', aus],
    ['au_state', states],
    ['au_size', sizes],
    ['au_agreement', agreements],
    ['tdb_file', [makeFileRow(FILE_NO, 1)]],
    ['tdb_publisher', publishers],
    ['tdb_title', titles],
    ['tdb_au', entries],
    ...unseen.map(([table, row]): [string, Row[]] => [table, [row]]),
  ];
  for (const [table, rows] of tables) for (const row of rows) await insert(pool, table, row);
}

export function insert(pool: Pool, table: string, row: Row): Promise<void> {
  return insertMany(pool, table, [row]);
}

/** Inserts rows, which must all have the same columns. */
export async function insertMany(pool: Pool, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!).join();
  await pool.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
