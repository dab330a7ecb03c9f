// Sends 600 hostile queries, such as SQL injections. Each query must return status 400 or the correct result, and must
// not change any table.
import { chooseSeed } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createChoices } from './differential/choices.ts';
import { type Resource, resources, type SampleService, startWithSamples } from './sample-service.ts';

let samples: SampleService;
let before: string;
beforeAll(async () => {
  samples = await startWithSamples({ QUERY_TIMEOUT: '2s' });
  before = await everything();
});
afterAll(() => samples.stop());

/** Returns the names and contents of all tables. */
async function everything(): Promise<string> {
  const { pool } = samples;
  const { rows } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const contents = rows.map(async ({ name }) => {
    const { rows: digest } = await pool.query(
      `select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as md5 from ${name} as t`,
    );
    return `${name} ${digest[0].md5}`;
  });
  return (await Promise.all(contents)).join('\n');
}

async function refusedOrAnswered(resource: Resource, query: string): Promise<unknown> {
  const { status, body } = await samples.ask(resource, query);
  if (status === 400) {
    expect(body).toMatchObject({ status: 400, detail: expect.any(String) });
  } else {
    expect({ status, query }).toEqual({ status: 200, query });
    expect(Array.isArray(body)).toBe(true);
  }
  return status === 200 ? body : undefined;
}

const injections = [
  "'; drop table au_configuration; --",
  "' or 1=1 --",
  "') union select definition from plugin --",
  "\\'; delete from plugin; --",
  '$1',
  '$1; select pg_sleep(10)',
  "'||(select version())||'",
  '"; drop table plugin; --',
  '/* */ drop table plugin',
  "' /*",
  "e'\\x27'",
  '%00',
  '%27%20or%201=1',
  '#{process.exit()}',
  '{{7*7}}',
  '__proto__',
  'constructor.constructor',
  "'::int",
  '\' collate "x',
  '\u02bc or 1=1',
  '\uff07 or 1=1',
  "pg_read_file('/etc/passwd')",
  "' order by (select 1 from plugin) --",
  '\\u0027',
  "U&'\\0027'",
];

describe('what is meant to be SQL', () => {
  it.each(injections)('%j is only a text in quotes', async (text) => {
    const quoted = `'${text.replaceAll("'", "''")}'`;
    const all = [{ name: 'Pensoft Publishers' }, { name: 'Åbo Press' }];
    const ask = (condition: string) => refusedOrAnswered('tdbpublishers', `select name where ${condition}`);
    expect(await ask(`name != ${quoted}`)).toEqual(all);
    expect(await ask(`name = ${quoted}`)).toEqual([]);
    expect(await ask(`name like ${quoted}`)).toEqual([]);
    expect(await ask(`concat(name, ${quoted}) $like concat('%', ${quoted})`)).toEqual(all);
    expect(await ask(`name not in (${quoted}, ${quoted})`)).toEqual(all);
    expect(await refusedOrAnswered('tdbaus', `select auId where get(params, ${quoted}) is not null`)).toEqual(
      [],
    );
  });

  // Excludes quoted literals, because they are valid operands.
  const unquoted = injections.filter((text) => !/^'[^']*'$/.test(text));
  it.each(unquoted)('%j is nothing anywhere else', async (text) => {
    const places = [text, `select ${text}`, `select * where ${text}`, `select * where ${text} = ${text}`];
    const more = [`select * order by ${text}`, `select * limit ${text}`, `select * where name = '${text}`];
    for (const query of [...places, ...more])
      expect(await refusedOrAnswered('tdbaus', query)).toBeUndefined();
  });
});

describe('what is meant to be too much', () => {
  const deep = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`;
  const nines = '9'.repeat(30);
  it.each([
    ['parentheses', `select * where ${deep('(', ')', 8_000)} = 1`],
    ['NOT', `select * where ${'not '.repeat(4_000)}down`],
    ['minus', `select * where ${'-'.repeat(16_000)}1 = 1`],
    ['functions', `select * where ${deep('upper(', ')', 2_000)} = 'x'`],
    ['items', `select * where 1 in (${Array(8_000).fill('1').join()})`],
    ['names', `select ${Array(3_000).fill('name').join()}`],
    ['AND', `select * where ${Array(1_700).fill('down').join(' and ')}`],
    ['quotes', `select * where name = '${"'".repeat(16_000)}`],
    ['digits', `select * where ${'9'.repeat(16_000)} = 1`],
    ['white space', `select *${' '.repeat(16_000)}where`],
    ['length', `select * where name = '${'x'.repeat(70_000)}'`],
    ['products', `select * where ${Array(60).fill(nines).join(' * ')} = 1`],
    [
      'quotients',
      `select name where ${Array(30)
        .fill(`0.${'0'.repeat(28)}1`)
        .join(' / ')} > 1`,
    ],
    ['wildcards', `select name where name like '${'%a'.repeat(8_000)}'`],
    ['wildcards without an end', `select name where concat(name, name) $like '${'%e%'.repeat(5_000)}x'`],
    ['regular expressions that backtrack', `select name where concat(name, name) matches '^(((a|.)*)*)*!$'`],
    ['repetitions', `select name where name matches '((a{0,9}b{0,9}){0,9}){0,9}!'`],
    ['alternatives', `select name where name matches '${Array(480).fill('a+').join('|')}'`],
    ['parentheses in regular expressions', `select name where name matches '${'('.repeat(8_000)}'`],
    ['places', `select name where name matches '(?:(\\b|^|$|\\B)*(\\b|a)*){9}'`],
    ['sets', `select name where name $matches '${'[^\\W\\d]'.repeat(900)}'`],
    ['groups', `select ${Array(16).fill('name').join()}, count(*) group by ${Array(16).fill('name').join()}`],
    ['sums of large numbers', `select sum(${Array(7).fill(nines).join(' * ')}) as s`],
    ['sums of larger numbers', `select sum(${Array(60).fill(nines).join(' * ')}) as s`],
    ['sums of small numbers', `select sum(0.${'0'.repeat(28)}1 ${` * 0.${'0'.repeat(28)}1`.repeat(5)}) as s`],
    ['concat', `select name where concat(${Array(64).fill('name').join()}) = 'x'`],
    ['concat of concats', `select name where ${'concat(name, '.repeat(40)}name${')'.repeat(40)} = 'x'`],
    [
      'substring',
      `select name where ${'substring('.repeat(40)}name${', length(name) - 1, 99)'.repeat(40)} = 'x'`,
    ],
    ['long chains', `select name where ${Array(900).fill('name = name').join(' or ')}`.slice(0, 16_000)],
    ['huge positions', `select name where substring(name, -${nines}, ${nines}) = substring(name, ${nines})`],
    [
      'division by zero',
      'select name where 1 / 0 = 1 or 1 % 0 = 1 or length(name) / (length(name) - length(name)) = 1',
    ],
    ['numbers that are none', "select name where name + 1 = 2 or name > 5 or -name = name * 'Ⅷ'"],
    ['limits', 'select name limit 9007199254740991, 9007199254740991'],
  ])('%s', async (_, query) => {
    await refusedOrAnswered('tdbaus', query);
  });
});

describe('what is no text', () => {
  it.each([
    ['NUL', '%00'],
    ['a half of a surrogate pair', '%ED%A0%80'],
    ['the other half', '%ED%B0%80'],
    ['bytes that are no UTF-8', '%FF%FE'],
    ['an overlong quote', '%C0%A7'],
  ])('%s is refused', async (_, bytes) => {
    for (const query of [`select%20*${bytes}`, `select+*+where+name='${bytes}'`]) {
      await request(samples.service.url)
        .get(`/ws/tdbaus?tdbAuQuery=${query}`)
        .set(samples.service.asAdmin)
        .expect(400);
    }
  });

  it('odd characters are themselves in a text, and nothing elsewhere', async () => {
    const odd = [
      '\u202e',
      '\ufeff',
      '\ufffe',
      '\uffff',
      '\u{10ffff}',
      '\u0001',
      '\u007f',
      '\u0085',
      '\u2028',
      'ﷺ',
      '👩‍👩‍👧',
    ];
    for (const character of odd) {
      const [one] = (await refusedOrAnswered(
        'tdbpublishers',
        `select name where concat('a', '${character}') like 'a%' and '${character}' = '${character}' limit 1`,
      )) as unknown[];
      expect(one).toEqual({ name: 'Pensoft Publishers' });
      expect(await refusedOrAnswered('tdbpublishers', `select na${character}me`)).toBeUndefined();
    }
  });
});

it('of 400 corrupt queries each is refused or answered', async () => {
  const seed = chooseSeed('corrupt queries');
  const choices = createChoices(seed);
  const good = [
    "select auId, name where pluginName = 'org.example.PlugA' and down = false order by name",
    "SELECT * WHERE tdbTitle.issn $LIKE '12%' OR get(params, 'year') BETWEEN 2000 AND 2014 LIMIT 1, 5",
    "select id, name where substring(concat(name, 'x'), 2, length(name) / 2) in (issns, 'a', null) order by upper(id) desc",
    "select tdbTitle.issn, count(*) as n, max(name) where name matches '^[A-Z]+' group by tdbTitle.issn having n > 0",
    "select tdbTitle, params.k where not (active is null or toDate('2014-01-31') % 7 >= -1.5)",
  ];
  const bits = [
    ...injections,
    "'",
    '(',
    ')',
    ',',
    '.',
    '$',
    '%',
    '*',
    ' ',
    '\n',
    '9',
    'null',
    'not',
    'select',
    'count(',
    'group by',
    'matches',
    '\u202e',
    '😀',
    'in',
  ];
  const spoil = (query: string): string => {
    const at = choices.below(query.length + 1);
    const length = choices.below(6);
    const change = choices.pick(['', choices.pick(bits), query.slice(at, at + 12).repeat(3)]);
    return query.slice(0, at) + change + query.slice(at + length);
  };
  for (let round = 0; round < 400; round += 1) {
    let query = choices.pick(good);
    for (let times = choices.below(4); times >= 0; times -= 1) query = spoil(query);
    const resource = choices.pick(Object.keys(resources) as Resource[]);
    await refusedOrAnswered(resource, query === '' ? ' ' : query);
  }
});

it('leaves every table as it was', async () => {
  expect(await everything()).toBe(before);
  expect(before.split('\n').length).toBeGreaterThan(8);
});
