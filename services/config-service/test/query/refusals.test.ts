// Tests invalid queries. Each is rejected with a reason and a position, and never reaches PostgreSQL.
import { describe, expect, it } from '@jest/globals';
import { caseFoldings } from '../../src/query/case-folding.db.ts';
import { compileQuery } from '../../src/query/compile.ts';
import { parseQuery } from '../../src/query/parse.ts';
import { locateInQuery, QueryError } from '../../src/query/query-error.ts';
import { scratch } from './scratch.db.ts';

function refusal(query: string): { message: string; column: number; line: number } {
  try {
    compileQuery(parseQuery(query), scratch, caseFoldings[0]!);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { message: error.message, ...locateInQuery(query, error.offset) };
  }
  throw new Error(`was understood: ${query}`);
}

describe('syntax', () => {
  it.each([
    ['', 'Expected SELECT, not the end', 1],
    ['selec id', 'Expected SELECT, not selec', 1],
    ['select', 'Expected *, a name or an aggregate, not the end', 7],
    ['select where', 'Expected *, a name or an aggregate, not WHERE', 8],
    ['select id,', 'Expected a name or an aggregate, not the end', 11],
    ['select *, id', 'Expected , WHERE, GROUP BY, ORDER BY, LIMIT or the end, not ,', 9],
    ['select id name', 'Expected , WHERE, GROUP BY, ORDER BY, LIMIT or the end, not name', 11],
    [
      'select * from aus',
      'Expected WHERE, GROUP BY, ORDER BY, LIMIT or the end (there is no FROM), not from',
      10,
    ],
    ['select * where', 'Expected a name, a value or (, not the end', 15],
    ["select * where id = 'a", 'This text has no closing quote', 21],
    ['select * where id = "a', 'This text has no closing quote', 21],
    ['select * where id = \'a"', 'This text has no closing quote', 21],
    ['select * where "id" = 1', 'This text is not a number', 16],
    ['select "id"', 'Expected *, a name or an aggregate, not a text', 8],
    ['select * where id == 1', 'Expected a name, a value or (, not =', 20],
    ["select * where id = 'a' id", 'Expected an operator, GROUP BY, ORDER BY, LIMIT or the end, not id', 25],
    ["select * where (id = 'a'", 'Expected an operator or ), not the end', 25],
    ['select * where id in ()', 'Expected a name, a value or (, not )', 23],
    ["select * where id in ('a'", 'Expected an operator, a comma or ), not the end', 26],
    ['select * where id between 1', 'Expected AND, not the end', 28],
    ['select * where id not = 1', 'Expected LIKE, MATCHES, IN or BETWEEN, not =', 23],
    ['select upper(id)', 'Only names and aggregates can be selected', 8],
    ['select id as x', 'Expected , WHERE, GROUP BY, ORDER BY, LIMIT or the end, not AS', 11],
    ['select count(*) x', 'Expected , AS, WHERE, GROUP BY, ORDER BY, LIMIT or the end, not x', 17],
    ['select sum(*)', 'Expected a name, a value or (, not *', 12],
    ['select count(*', 'Expected ), not the end', 15],
    ['select id group id', 'Expected BY, not id', 17],
    ['select id group by upper(id)', 'Expected , HAVING, ORDER BY, LIMIT or the end, not (', 25],
    ['select id group by id where flag', 'Expected , HAVING, ORDER BY, LIMIT or the end, not WHERE', 23],
    ["select * where id like 'a' escape", 'Expected a character in quotes, not the end', 34],
    ['select * where id is 1', 'Expected NULL, not 1', 22],
    ['select * where 1 < 2 < 3', 'Comparisons do not chain: use AND, or parentheses', 22],
    ['select * where id $ is null', 'Expected a comparison, not IS', 21],
    ['select * order id', 'Expected BY, not id', 16],
    ['select * order by id limit 1 where flag', 'Expected the end, not WHERE', 30],
    ['select * order by id where flag', 'Expected , LIMIT or the end, not WHERE', 22],
    ['select * limit x', 'Expected a number of rows, not x', 16],
    ['select * limit 1.5', 'This is not a number of rows', 16],
    ['select * limit 0, 5', 'Rows are counted from 1', 16],
    ['select * limit 99999999999999999', 'This is not a number of rows', 16],
    [
      "select * where id = 'a'; select *",
      'Expected an operator, GROUP BY, ORDER BY, LIMIT or the end, not SELECT',
      26,
    ],
    ['select id; where flag', 'Expected , WHERE, GROUP BY, ORDER BY, LIMIT or the end, not WHERE', 12],
    [';', 'Expected SELECT, not ;', 1],
    ['select * where id = 1x', 'This is neither a number nor a name', 21],
    ['select * where id = 1.2.3', 'This is neither a number nor a name', 21],
    ['select * where a\u202eb = 1', 'The character U+202E is not allowed here', 17],
    ['select * where 😀 = 1', 'The character 😀 is not allowed here', 16],
    ['select * where \u0007', 'The character U+0007 is not allowed here', 16],
    ["select * where id = 'a\0'", 'A query cannot hold the character U+0000', 23],
    ["select * where id = '\ud800'", 'An unpaired surrogate is not a character', 22],
  ])('%j: %s', (query, message, column) => {
    expect(refusal(query)).toMatchObject({ message, column, line: 1 });
  });
});

describe('names and types', () => {
  it.each([
    ['select nmae', 'Unknown name nmae', 8],
    ['select Name', 'Unknown name Name; there is name', 8],
    ['select object.Name', 'Unknown name object.Name; there is object.name', 8],
    ['select id.x', 'id has no members', 8],
    ['select constructor', 'Unknown name constructor', 8],
    ['select object.__proto__', 'Unknown name object.__proto__', 8],
    ['select * where nmae = 1', 'Unknown name nmae', 16],
    ['select * where id', 'Expected a condition here, but this is a text', 16],
    ['select * where amount and flag', 'Expected a condition here, but this is a number', 16],
    ['select * where flag = 1', 'Expected true or false here, but this is a number', 23],
    ["select * where flag = 'x'", 'Expected true or false here, but this is a text', 23],
    ['select * where params = 1', 'Expected a text, number or boolean here, but this is a map', 16],
    ['select * where object = 1', 'Expected a text, number or boolean here, but this is an object', 16],
    ["select * where issns = 'x'", 'Expected a text, number or boolean here, but this is a list', 16],
    ['select * where 3 in (issns)', 'Expected a text here, but this is a number', 16],
    ["select * where 'x' in name", 'Expected a list, or values in parentheses, here, but this is a text', 23],
    ["select * where id like 'a!b' escape '!'", 'In this pattern ! must stand before %, _ or itself', 24],
    ["select * where id like 'a!' escape '!'", 'In this pattern ! must stand before %, _ or itself', 24],
    ["select * where id like 'a' escape '%'", 'ESCAPE takes one character, neither % nor _', 35],
    ["select * where id like 'a' escape ''", 'ESCAPE takes one character', 35],
    ["select * where id like name escape '!'", 'ESCAPE requires a pattern in quotes', 36],
    ['select * where id matches name', 'MATCHES takes a regular expression in quotes', 27],
    ["select * where amount matches '1'", 'Expected text here, but this is a number', 16],
    [
      "select * where id matches '('",
      'This is not a regular expression for MATCHES: it has an unmatched',
      27,
    ],
    [
      "select * where id matches '(a)\\1'",
      'This is not a regular expression for MATCHES: it has a back reference',
      27,
    ],
    [
      "select * where id matches '(?=a)'",
      'This is not a regular expression for MATCHES: it has a lookahead',
      27,
    ],
    ["select * where id matches 'a(?i)b'", 'This is not a regular expression for MATCHES: it has flags', 27],
    [
      "select * where id matches '(?m)b'",
      'This is not a regular expression for MATCHES: it has unknown flags',
      27,
    ],
    [
      "select * where id matches '\\pL'",
      'This is not a regular expression for MATCHES: it has an unknown escape',
      27,
    ],
    ["select * where id matches '[z-a]'", 'This is not a regular expression for MATCHES: it has a range', 27],
    [
      "select * where id matches '[^\\w\\W]'",
      'This is not a regular expression for MATCHES: it has a class',
      27,
    ],
    [
      "select * where id matches 'a{300}'",
      'This is not a regular expression for MATCHES: it repeats more',
      27,
    ],
    [
      "select * where id matches '((a{9}){99}){99}'",
      'This is not a regular expression for MATCHES: it is too large',
      27,
    ],
    ['select id where count(*) > 1', 'Aggregates stand in SELECT, HAVING and ORDER BY', 17],
    ['select sum(count(*)) as x', 'Aggregates stand in SELECT, HAVING and ORDER BY', 12],
    ['select id, count(*)', 'id is neither in GROUP BY nor in an aggregate', 8],
    ['select id order by count(*)', 'id is neither in GROUP BY nor in an aggregate', 8],
    ['select name group by id', 'name is neither in GROUP BY nor in an aggregate', 8],
    ['select id group by id order by name', 'name is neither in GROUP BY nor in an aggregate', 32],
    ['select id group by id having flag', 'flag is neither in GROUP BY nor in an aggregate', 30],
    ['select * group by id', 'SELECT * is for single rows', 19],
    ['select object group by object', 'Expected a text, number or boolean here, but this is an object', 24],
    ['select count(*) group by issns', 'Expected a text, number or boolean here, but this is a list', 26],
    ['select sum(flag) as x', 'Expected a number here, but this is true or false', 12],
    ['select max(issns)', 'Expected a text, number or boolean here, but this is a list', 12],
    ['select count(distinct params)', 'Expected a text, number or boolean here, but this is a map', 23],
    ['select min(null)', 'NULL has neither a minimum nor a maximum', 8],
    ['select sum(amount * 2)', 'This aggregate needs a name after AS', 8],
    ['select count(*) as name', 'name is the name of a property', 20],
    ['select count(*) as n, count(*) as n', 'Two aggregates are called n', 35],
    ['select count(*) as a.b', 'The word after AS must not contain dots', 20],
    ['select count(*) group by nmae', 'Unknown name nmae', 26],
    ["select * where amount = '2014-01-01'", 'This text is not a number', 25],
    ['select * where flag + 1 = 2', 'Expected a number here, but this is true or false', 16],
    ["select * where amount like '1'", 'Expected text here, but this is a number', 16],
    ['select * where length(amount) = 1', 'Expected text here, but this is a number', 23],
    ['select * where concat(flag) = 1', 'Expected text here, but this is true or false', 23],
    ['select * where nosuch(id) = 1', 'There is no such function', 16],
    ["select * where upper(id, id) = 'x'", 'This function takes 1 arguments, not 2', 16],
    ["select * where get(id, 'k') = 'x'", 'Expected a map here, but this is a text', 20],
    ['select * where toDate(name) = 1', 'toDate takes a text in quotes', 23],
    ["select * where toDate('2014-02-30') = 1", 'This is not a date such as', 23],
    ['select far', 'far is not available in queries: it is far away', 8],
    ['select * order by far', 'far is not available in queries: it is far away', 19],
    ['select * order by params', 'Expected a text, number or boolean here, but this is a map', 19],
    ['select * order by null', 'Rows cannot be ordered by NULL', 19],
  ])('%s: %s', (query, message, column) => {
    const { message: said, ...place } = refusal(query);
    expect(said.startsWith(message)).toBe(true);
    expect(place).toMatchObject({ column, line: 1 });
  });
});

describe('measure', () => {
  const chain = (count: number, operator: string) => Array(count).fill('flag').join(` ${operator} `);
  it.each([
    ['16,384 characters', `select ${' '.repeat(16_378)}`, /16384 characters/],
    ['2,000 terms', `select * where ${chain(2_000, 'or')}`, /2000 names, values and operators/],
    ['parentheses', `select * where ${'('.repeat(65)}flag${')'.repeat(65)}`, /64 levels/],
    ['NOT', `select * where ${'not '.repeat(65)}flag`, /64 levels/],
    ['signs', `select * where ${'-'.repeat(65)}1 = 1`, /64 levels/],
    ['sums', `select * where 1${' + 1'.repeat(64)} = 1`, /64 levels/],
    ['functions', `select * where ${'trim('.repeat(65)}id${')'.repeat(65)} = 'a'`, /64 levels/],
    ['names', `select ${Array(101).fill('id').join()}`, /100 names/],
    ['orders', `select * order by ${Array(17).fill('id').join()}`, /16 expressions/],
    ['groups', `select count(*) group by ${Array(17).fill('id').join()}`, /group by at most 16 names/],
    ['lists', `select * where 1 in (${Array(1_001).fill('1').join()})`, /1000 items/],
    ['digits', `select * where 1 = ${'1'.repeat(31)}`, /30 digits/],
    ['digits of fractions', `select * where 1 = 1.${'1'.repeat(30)}`, /30 digits/],
    [
      'digits of results',
      `select * where ${'('.repeat(7)}${'9'.repeat(30)}${` * ${'9'.repeat(30)})`.repeat(7)} * 1 = 1`,
      undefined,
    ],
    ['concat', `select * where concat(${Array(65).fill('id').join()}) = 'a'`, /64 texts/],
  ])('of %s', (_, query, message) => {
    if (message === undefined) expect(() => refusal(query)).toThrow('was understood');
    else expect(refusal(query).message).toMatch(message);
  });

  it('of digits that a product would have', () => {
    const nines = '9'.repeat(30);
    const product = (factors: number) => Array(factors).fill(nines).join(' * ');
    expect(refusal(`select * where (${product(40)}) * (${product(40)}) = 1`).message).toMatch(/2000 digits/);
  });

  it('lets long chains of AND and OR pass', () => {
    expect(() => parseQuery(`select * where ${chain(900, 'or')}`)).not.toThrow();
  });
});

describe('a place', () => {
  it('has a line, a column in characters, and a caret below it', () => {
    expect(locateInQuery('select *\nwhere 😀x', 17)).toEqual({
      line: 2,
      column: 8,
      excerpt: 'where 😀x\n       ^',
    });
  });

  it('is shown without what would mislead whoever reads it', () => {
    expect(locateInQuery('a\u202e\u0007\tb c', 5).excerpt).toBe('a·· b c\n     ^');
  });

  it('is cut out of a long line', () => {
    const { excerpt, column } = locateInQuery(`${'x'.repeat(500)}!${'y'.repeat(500)}`, 500);
    expect(column).toBe(501);
    expect(excerpt).toBe(`…${'x'.repeat(50)}!${'y'.repeat(29)}…\n${' '.repeat(51)}^`);
  });
});
