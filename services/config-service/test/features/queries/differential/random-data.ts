// Generates random rows for every queried table, with unusual texts and numbers.
import { makeFileRow, makeRequiredColumns, makeUuid } from '../sample-data.ts';
import type { Choices } from './choices.ts';

type Row = Readonly<Record<string, unknown>>;

const pieces = [
  ...[
    '',
    ' ',
    'a',
    'A',
    'b',
    'Bio',
    'bio',
    'É',
    'é',
    'Σ',
    'σ',
    'ς',
    'Ж',
    'ж',
    '𐐀',
    '𐐨',
    'e\u0301',
    '日本',
    '😀',
  ],
  ...[
    '%',
    '_',
    '\\',
    "'",
    "''",
    '"',
    '$1',
    '.',
    '--',
    ';',
    '\n',
    '\t',
    '\u00a0',
    '\u200b',
    '\ufffe',
    '\u{10ffff}',
  ],
  ...['0', '7', '12', '2014', '-3', '1.5', '+2', '007', '1e3', '٣', '99999999999999999999'],
];

/** Returns a short text, so that many texts are equal. */
export function makeOddText(choices: Choices): string {
  return Array.from({ length: choices.below(4) }, () => choices.pick(pieces)).join('');
}

const keys = [
  'k',
  'year',
  'base_url',
  'dotted.key',
  'é',
  "q'uote",
  '__proto__',
  'pub_down',
  'crawl_proxy',
  'provider',
];

export const makeOddKey = (choices: Choices): string => choices.pick(keys);

function oddMap(choices: Choices): Row {
  const entries = Array.from({ length: choices.below(4) }, () => [makeOddKey(choices), makeOddText(choices)]);
  return Object.fromEntries(entries);
}

const maybe = <One>(choices: Choices, value: One): One | null => (choices.chance(0.3) ? null : value);
const oddList = (choices: Choices): string[] =>
  Array.from({ length: choices.below(3) }, () => makeOddText(choices));

const oddTime = (choices: Choices): number =>
  choices.pick([-1, 0, 1, 86_400_000, 1_700_000_000_000, 2 ** 53 - 1]);
const oddShare = (choices: Choices): number => choices.pick([-1, 0, 0.1, 0.25, 1 / 3, 0.75, 1, 1e-7]);

const FILE_NO = 1_000_000;

export function randomData(choices: Choices): [table: string, row: Row][] {
  const several = (count: number, make: (index: number) => Row) =>
    Array.from({ length: count }, (_, i) => make(i));
  const pluginIds = several(8, (i) => ({ id: `org.example.P${i}${makeOddText(choices)}` })).map(({ id }) =>
    String(id),
  );
  const auids = several(70, (i) => ({
    id: `org|example|P${choices.below(8)}&k~${i}.${makeOddText(choices)}`,
  }));
  const auid = (index: number): string => String(auids[index]!.id);
  const plugins = pluginIds.map((plugin_id) => plugin(choices, plugin_id));
  const aus = several(50, (i) => ({
    auid: auid(i),
    plugin_id: choices.pick([...pluginIds, 'org.lockss.plugin.NamedPlugin', 'org.example.Gone']),
    configuration: {
      ...oddMap(choices),
      handle: makeOddText(choices),
      login: 'me:secret',
      ...(choices.chance(0.3) && { 'reserved.disabled': 'true' }),
    },
    created_ms: i,
    updated_ms: i,
  }));
  const states = several(40, (i) => ({ auid: auid(i + 5), document: state(choices) }));
  const sizes = several(35, (i) => ({
    auid: auid(i),
    content_bytes: choices.pick([0, 1, 1_024, 2 ** 53 - 1]),
    disk_bytes: choices.below(1_000),
    measured_ms: i,
  }));
  const publishers = several(6, (i) => ({ publisher_id: makeUuid(i), name: `${makeOddText(choices)}${i}` }));
  const titles = several(15, (i) => title(choices, i));
  const entries = several(90, (i) => ({
    ...makeRequiredColumns(FILE_NO),
    au_no: i,
    title_id: makeUuid(choices.below(15)),
    auid: auid(choices.below(70)),
    name: makeOddText(choices),
    identity: makeUuid(i),
    plugin_id: choices.pick(pluginIds),
    year: maybe(choices, makeOddText(choices)),
    down: choices.chance(0.3),
    params: oddMap(choices),
    attrs: oddMap(choices),
    props: oddMap(choices),
    default_only: [],
  }));
  const tables: [string, readonly Row[]][] = [
    ['plugin', plugins],
    ['au_configuration', aus],
    ['au_state', states],
    ['au_size', sizes],
    ['tdb_file', [makeFileRow(FILE_NO, 1)]],
    ['tdb_publisher', publishers],
    ['tdb_title', titles],
    ['tdb_au', entries],
  ];
  return tables.flatMap(([table, rows]) => rows.map((row): [string, Row] => [table, row]));
}

function plugin(choices: Choices, plugin_id: string): Row {
  const parameters = keys.map((key) => ({ key, type: 1, definitional: choices.chance(0.5) }));
  return {
    plugin_id,
    name: makeOddText(choices),
    version: choices.pick(['1', '12', '7', 'x', '']),
    type: choices.pick(['Loadable', 'Internal']),
    registry: maybe(choices, makeOddText(choices)),
    url: maybe(choices, makeOddText(choices)),
    publishing_platform: maybe(choices, makeOddText(choices)),
    definition: { ...oddMap(choices), ...(choices.chance(0.3) && { plugin_bulk_content: 'true' }) },
    rules: {},
    parameters: [...parameters, { key: 'login', type: 10, definitional: false }],
  };
}

function state(choices: Choices): Row {
  const times =
    'auCreationTime lastCrawlTime lastCrawlAttempt lastDeepCrawlTime lastTopLevelPollTime lastPollStart';
  const codes = 'lastCrawlResult lastDeepCrawlResult lastDeepCrawlDepth lastPollResult';
  const some = (names: string, value: () => unknown) =>
    Object.fromEntries(names.split(' ').flatMap((name) => (choices.chance(0.6) ? [[name, value()]] : [])));
  return {
    ...some(times, () => oddTime(choices)),
    ...some(codes, () => choices.below(20) - 1),
    ...some('v3Agreement highestV3Agreement', () => oddShare(choices)),
    ...some('lastCrawlResultMsg lastDeepCrawlResultMsg', () => maybe(choices, makeOddText(choices))),
    ...some('clockssSubscriptionStatus', () => choices.below(6)),
    ...some('accessType', () => choices.pick(['OpenAccess', 'Subscription', null])),
    ...some('hasSubstance', () => choices.pick(['Yes', 'No', 'Unknown'])),
  };
}

function title(choices: Choices, titleNo: number): Row {
  return {
    title_id: makeUuid(titleNo),
    publisher_id: makeUuid(choices.below(6)),
    title_key: String(titleNo),
    name: makeOddText(choices),
    id: choices.chance(0.2) ? 'id:same' : `id:${titleNo}${makeOddText(choices)}`,
    proprietary_ids: oddList(choices),
    declared_type: maybe(choices, makeOddText(choices)),
    has_isbn: choices.chance(0.5),
    issn: maybe(choices, makeOddText(choices)),
    issnl: maybe(choices, makeOddText(choices)),
    eissn: maybe(choices, makeOddText(choices)),
    print_issn: maybe(choices, makeOddText(choices)),
    issns: oddList(choices),
  };
}
