// Tests conditions, expressions and sort orders on PostgreSQL, as language.ts defines them.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openScratchDatabase, type Scratch } from './scratch.db.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await openScratchDatabase();
});

const selects = (condition: string) => scratch.ids(`select id where ${condition}`);

describe('a condition selects the rows of which it is true:', () => {
  it.each([
    // Comparisons and missing values
    ["id = 'b'", 'b'],
    ["id != 'b'", 'acde'],
    ["id <> 'b'", 'acde'],
    ["id < 'c'", 'ab'],
    ["id >= 'c'", 'cde'],
    ["name = 'biology today'", 'b'],
    ["name != 'biology today'", 'acd'],
    ["not name = 'biology today'", 'acd'],
    ["name = 'x' or name is null", 'e'],
    ['name = null', 'e'],
    ['null != name', 'abcd'],
    ['name < null', ''],
    ['null is null', 'abcde'],
    ['null', ''],
    ['not null', ''],
    ['(name = null) is null', ''],
    ["(name = 'x') is null", 'e'],
    // Text in double quotes, as in JoSQL
    ['id = "b"', 'b'],
    ['id = "b";', 'b'],
    ['id = "b" ; ; ', 'b'],
    ['name = "biology today"', 'b'],
    ['name like "%today"', 'b'],
    ['name $like "BIO%"', 'ab'],
    ['id in ("a", \'c\')', 'ac'],
    ['id between "b" and "c"', 'bc'],
    ['id = "b" or id = \'c\'', 'bc'],
    ['id != "it\'s"', 'abcde'],
    ['id != "a ""quoted"" text"', 'abcde'],
    ['upper(id) = "B"', 'b'],
    // Text is ordered by code point: capital letters, small letters, É.
    ["name < 'a'", 'a'],
    ["name > 'z'", 'c'],
    // Case-insensitive operators
    ["name $= 'BIOLOGY LETTERS'", 'a'],
    ["name $!= 'biology letters'", 'bcd'],
    ["name $> 'BIOLOGY M'", 'bc'],
    ["name $like 'bio%'", 'ab'],
    ["name not $like 'BIO%'", 'cd'],
    ["name $ not like 'BIO%'", 'cd'],
    ["id $in ('A', 'b', 'C')", 'abc'],
    ["name $between 'BIOLOGY' and 'BIOLOGY M'", 'a'],
    ['amount $= 3', 'a'],
    // LIKE
    ["name like 'Bio%'", 'a'],
    ["name like '%log%t%'", 'ab'],
    ["name like '%\\%'", 'd'],
    ["name like '_iology%'", 'ab'],
    ["name like '_tudes\\_100\\%'", ''],
    ["name like '_tudes!_100!%' escape '!'", 'c'],
    ["name like '%\\%' escape '\\'", 'c'],
    ["name like '%!!%' escape '!'", ''],
    ["name $like 'É%!_%' escape '!'", 'c'],
    ["name like '%_1%'", 'c'],
    ["name like '%'", 'abcd'],
    ["name like ''", ''],
    ["name not like 'Bio%'", 'bcd'],
    ["name like concat('Bio', '%')", 'a'],
    ["name like concat('%', '\\', '%')", 'd'],
    ["name like concat('_', 'i', '%')", 'ab'],
    ['name like null', ''],
    ["name like '%''s'", 'd'],
    // MATCHES
    ["name matches '^[Bb]iology'", 'ab'],
    ["name matches 'log'", 'ab'],
    ["name not matches 'log'", 'cd'],
    ["name matches '^log'", ''],
    ["name $matches '^BIO(logy)? [a-t]+$'", 'a'],
    ["name $matches '^BIO(logy)? [A-Z]+$'", 'ab'],
    ["name matches '(?i)^BIOLOGY'", 'ab'],
    ["name matches '_100%$'", 'c'],
    ["name $matches '^é'", 'c'],
    ["name matches '\\\\'", 'd'],
    ["name matches 'slash''s$'", 'd'],
    ["name matches '^.{13}$'", 'b'],
    ["name matches '\\bL\\w+s\\b'", 'a'],
    ["name matches '[[:upper:]].*[[:upper:]]'", 'a'],
    ["name matches '^(?:B|b)(i|o)+l'", 'ab'],
    ["name matches ''", 'abcd'],
    ["name matches '[^\\w %]'", 'cd'],
    ["name matches '\\*\\*\\*=Bio'", ''],
    // IN, BETWEEN
    ["'1234-5678' in issns", 'ac'],
    ["'1234-5678' not in issns", 'b'],
    ["'X' in issns", ''],
    ["'X' $in issns", 'c'],
    ["'X' $in (issns, 'y')", 'c'],
    ["id in ('a', 'e', 'x')", 'ae'],
    ["id not in ('a', 'e')", 'bcd'],
    ["id not in ('a', null)", ''],
    ["id in ('a', null)", 'a'],
    ["name not in ('x')", 'abcd'],
    ['amount in (3, 0.0, 7)', 'ac'],
    ["amount in (3, '-2.50')", 'ab'],
    ["'1234-5678' in (issns)", 'ac'],
    ["id in ('b', issns)", 'b'],
    ["'1234-5678' not in (issns)", 'b'],
    ['flag in (true, null)', 'ad'],
    ["id between 'b' and 'd'", 'bcd'],
    ["id not between 'b' and 'd'", 'ae'],
    ['amount between -2.5 and 0', 'bc'],
    ['amount between null and 0', ''],
    ['amount not between null and 0', 'ad'],
    // Booleans
    ['flag', 'ad'],
    ['not flag', 'be'],
    ['flag = false', 'be'],
    ['flag is null', 'c'],
    ['flag or id = id', 'abcde'],
    ["(id = 'a') = flag", 'abe'],
    ['true and not false', 'abcde'],
    ["flag or amount = 0 and id = 'c'", 'acd'],
    ["(flag or amount = 0) and id = 'c'", 'c'],
    ["not flag and id = 'b'", 'b'],
    // Numbers, and text converted to numbers
    ['amount > 2', 'ad'],
    ['amount = 12345678901234567890123.5', 'd'],
    ['amount = 12345678901234567890123.4', ''],
    ['year = 2014', 'a'],
    ['year > 3', 'ab'],
    ['year + 1 = 13', 'b'],
    ['1000 = year', ''],
    ["amount = '3'", 'a'],
    ["amount = '+3.0'", 'a'],
    ['amount / 0 = 1', ''],
    ['(amount / 0) is null', 'abcde'],
    ['(amount % 0) is null', 'abcde'],
    ['10 / 4 = 2.5', 'abcde'],
    ['1 / 3 = 0.333333333333', 'abcde'],
    ['-1 / 3 = -0.333333333333', 'abcde'],
    ['-7 % 3 = -1', 'abcde'],
    ['7.5 % 2 = 1.5', 'abcde'],
    ['2 + 3 * 4 - 1 = 13', 'abcde'],
    ['8 / 2 / 2 = 2', 'abcde'],
    ['10 - 3 - 2 = 5', 'abcde'],
    ['- amount = 2.5', 'b'],
    ['- -amount = +3', 'a'],
    ['amount * null is null', 'abcde'],
    // Functions
    ["upper(name) = 'BIOLOGY TODAY'", 'b'],
    ["lower(name) = 'biology letters'", 'a'],
    ['length(name) = 11', 'c'],
    ["length('é𝒳') = 2", 'abcde'],
    ["trim(year) = '7'", 'c'],
    ["trim(' \t\n x ') = 'x'", 'abcde'],
    ["concat(id, '-', amount) = 'b--2.5'", 'b'],
    ["concat(amount * 1.0) = '3'", 'a'],
    ["concat('', 10) = '10'", 'abcde'],
    ['concat(id, name) is null', 'e'],
    ["substring(name, 1, 3) = 'Bio'", 'a'],
    ["substring(name, 9) = 'Letters'", 'a'],
    ["substring(name, 0, 3) = 'Bi'", 'a'],
    ["substring('abc', 2.9) = 'bc'", 'abcde'],
    ["substring('abc', 2, -1) = ''", 'abcde'],
    ["substring('abc', -99999999999999999999) = 'abc'", 'abcde'],
    ["substring('abc', 99999999999999999999, 99999999999999999999) = ''", 'abcde'],
    ["substring('abc', amount) is null", 'e'],
    ["substring('abc', 1, null) is null", 'abcde'],
    ["get(params, 'k') = 'v'", 'a'],
    ["GET(params, 'é') = 'x'", 'a'],
    ['get(params, null) is null', 'abcde'],
    ["get(params, concat('dotted', '.key')) = 'd'", 'a'],
    ["params.k = 'V'", 'c'],
    ["params.dotted.key = 'd'", 'a'],
    ['params.k is null', 'be'],
    ['params is null', 'e'],
    ["object.id = 'c'", 'c'],
    ['object is not null', 'abcde'],
    ["toDate('1970-01-02') = 86400000", 'abcde'],
    ["toDate('1970-01-01T01:00:00.5+01:00') = 500", 'abcde'],
    ["toDate('02/Jan/1970') = 24 * 60 * 60 * 1000", 'abcde'],
  ])('%s', async (condition, expected) => {
    expect(await selects(condition)).toBe(expected);
  });

  it('folds the case of letters beyond ASCII where PostgreSQL can', async () => {
    expect(scratch.folding.name).not.toBe('C');
    expect(await selects("name $like 'ÉTUDES%'")).toBe('c');
    expect(await selects("upper(name) like 'ÉTUDES%'")).toBe('c');
  });
});

describe('an order', () => {
  it.each([
    ['order by id desc', 'edcba'],
    ['order by name', 'adbce'],
    ['order by name desc', 'cbdae'],
    ['order by amount', 'bcade'],
    ['order by amount DESC', 'dacbe'],
    ['order by flag, id desc', 'ebdac'],
    ['order by flag desc', 'adbec'],
    ['order by lower(name)', 'dabce'],
    ['order by 1', 'abcde'],
    ["order by true desc, 'x', null is null", 'abcde'],
    ["order by amount % 2 asc, name = 'x' desc", 'bcade'],
  ])('%s', async (order, expected) => {
    expect(await scratch.ids(`select id ${order}`)).toBe(expected);
  });

  it('without ORDER BY is that of the key', async () => {
    expect(await scratch.ids('select id')).toBe('abcde');
  });
});

describe('a limit', () => {
  it.each([
    ['limit 2', 'ab'],
    ['limit 0', ''],
    ['limit 1, 2', 'ab'],
    ['limit 4, 10', 'de'],
    ['limit 9, 1', ''],
    ['order by id desc limit 2, 1', 'd'],
    ["where id > 'b' limit 1", 'c'],
    ['limit 9007199254740991, 9007199254740991', ''],
  ])('%s', async (limit, expected) => {
    expect(await scratch.ids(`select id ${limit}`)).toBe(expected);
  });
});

describe('a query', () => {
  it.each([
    "SELECT id WHERE id = 'a'",
    "select\tid\nwhere\r\n id='a'",
    "sElEcT id\u00a0wHeRe id\u2003=\u3000'a'",
    "select id where(id)='a'",
    "select id, id, name where id = 'a'",
    "select object.id where id = 'a'",
  ])('%j', async (query) => {
    expect(await scratch.ids(query)).toBe('a');
  });
});
