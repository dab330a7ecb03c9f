import { describe, expect, it } from '@jest/globals';
import { extractTitleFacts, type TdbEntry } from '../../src/index.ts';

function facts(more: Partial<TdbEntry>) {
  const empty = { definitional: {}, params: {}, configuration: {}, attrs: {}, props: {} };
  const entry: TdbEntry = {
    line: 1,
    name: 'A',
    pluginId: 'p',
    publisher: 'P',
    title: 'T',
    down: false,
    ...empty,
    ...more,
  };
  return extractTitleFacts(entry);
}

describe('what an AU says of its title', () => {
  it.each([
    [{ title: 'Biodiversity Data Journal', publisher: 'Pensoft Publishers' }, 'id:1427959100'],
    [{ title: '', publisher: '' }, 'id:00'],
    [{ title: 'A', publisher: '' }, 'id:065'],
    // Java: "polygenelubricants".hashCode() == Integer.MIN_VALUE
    [{ title: 'polygene', publisher: 'lubricants' }, 'id:12147483648'],
    [{ journalId: 'J1' }, 'J1'],
  ])('%j is known as %s', (more, id) => {
    expect(facts(more).id).toBe(id);
  });

  it.each([
    [{ issnl: '1111-1111', issn: '2222-2222', eissn: '3333-333X' }, '1111-1111'],
    [{ issnl: '1111', issn: '2222-2222', eissn: '3333-333X' }, '2222-2222'],
    [{ issn: '22222222', eissn: '3333-333X' }, '3333-333X'],
    [{ issn: 'x' }, undefined],
  ])('of %j the ISSN is %s', (props, issn) => {
    expect(facts({ props })).toMatchObject(props.issn === undefined ? {} : { printIssn: props.issn });
    expect(facts({ props }).issn).toBe(issn);
  });

  it.each([
    [{ attrs: { isbn: '978-0-12-345678-9' } }, true],
    [{ attrs: { eisbn: '012345678X' } }, true],
    [{ props: { isbn: '9780123456789' } }, true],
    [{ attrs: { isbn: '978-0-12' } }, false],
    [{}, false],
  ])('of %j has an ISBN: %s', (more, hasIsbn) => {
    expect(facts(more).hasIsbn).toBe(hasIsbn);
  });

  it.each([
    [{ attrs: { journal_code: 'c', journal_abbr: 'a' }, params: { journal_id: 'i' } }, 'c'],
    [{ attrs: { journal_id: '' }, params: { journal_abbr: 'a' } }, 'a'],
    [{ params: { book_id: 'b', journal_id: 'j' } }, 'j'],
    [{ params: { book_id: 'b', journal_id: 'j' }, props: { type: 'bookSeries' } }, 'b'],
    [{ params: { book_id: 'b', journal_id: 'j' }, attrs: { isbn: '9780123456789' } }, 'b'],
    [{}, undefined],
  ])('of %j the own identifier is %s', (more, id) => {
    expect(facts(more).proprietaryId).toBe(id);
  });
});
