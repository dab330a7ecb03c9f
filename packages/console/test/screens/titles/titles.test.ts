// Tests the tree of the title database: search, display and selection.
import { describe, expect, it } from '@jest/globals';
import {
  isScopeSelected,
  selectScope,
  type TitleScope,
  toScopeConditions,
  toScopeKey,
} from '../../../src/screens/titles/scope.ts';
import { buildAuConditions, isEmptySearch } from '../../../src/screens/titles/search.ts';
import {
  addFetchedPage,
  closeBranch,
  EMPTY_TREE,
  getTreeLevel,
  listTreeLines,
  markBranchFailed,
  markBranchLoading,
  type TreeState,
} from '../../../src/screens/titles/tree-model.ts';
import { parseIssn } from '../../../src/search/issn.ts';

const title = { publisher: "O'Press", id: 'id:1', name: 'Journal' };
const ofPublisher: TitleScope = { kind: 'publisher', publisher: "O'Press" };
const ofTitle: TitleScope = { kind: 'title', publisher: "O'Press", title };
const ofAu: TitleScope = { kind: 'au', publisher: "O'Press", title, auid: 'p&a~1' };

describe('what is looked for', () => {
  it.each([
    ['1314-2836', '1314-2836'],
    [' 1314283x ', '1314-283X'],
    ['1314-28367', undefined],
    ['2014', undefined],
  ])('%j has the ISSN %p', (text, issn) => {
    expect(parseIssn(text)).toBe(issn);
  });

  it('becomes conditions', () => {
    const nothing = { text: ' ', year: '', missing: false };
    expect([isEmptySearch(nothing), buildAuConditions(nothing)]).toEqual([true, []]);
    expect(buildAuConditions({ text: '1314-2836', year: '2014', missing: true })).toEqual([
      "'1314-2836' in (tdbTitle.issns)",
      "year = '2014'",
      'active = false',
      'down = false',
      'addable = true',
    ]);
    expect(buildAuConditions({ text: "d'Or", year: '', missing: false })).toEqual([
      "(name $like '%d''Or%' or tdbTitle.name $like '%d''Or%' or tdbPublisher.name $like '%d''Or%')",
    ]);
    expect(toScopeConditions(ofAu)).toEqual([
      "auId = 'p&a~1'",
      "tdbTitle.id = 'id:1'",
      "tdbTitle.name = 'Journal'",
      "tdbPublisher.name = 'O''Press'",
    ]);
  });
});

describe('what is chosen', () => {
  it('takes in what lies in it', () => {
    const one = selectScope(new Map(), ofAu, true);
    expect([isScopeSelected(one, ofAu), isScopeSelected(one, ofTitle)]).toEqual([true, false]);
    const all = selectScope(one, ofPublisher, true);
    expect([...all.keys()]).toEqual([toScopeKey(ofPublisher)]);
    expect([isScopeSelected(all, ofAu), isScopeSelected(all, ofTitle)]).toEqual([true, true]);
    expect(selectScope(all, ofPublisher, false).size).toBe(0);
  });
});

describe('the tree', () => {
  const state: TreeState = {
    ...EMPTY_TREE,
    publishers: [
      { name: "O'Press", count: 2 },
      { name: 'P', count: 1 },
    ],
  };
  const line = { ...title, issns: [], type: 'journal' };
  const au = {
    auid: 'p&a~1',
    name: 'A',
    year: '2014',
    pluginId: 'p',
    isActive: false,
    isDown: false,
    isAddable: true,
  };
  const shape = (one: TreeState) => listTreeLines(one).map((each) => `${getTreeLevel(each)} ${each.kind}`);

  it('opens publishers and titles, and says where there is more', () => {
    expect(shape(state)).toEqual(['1 publisher', '1 publisher']);
    let titles = markBranchLoading(state.titles, toScopeKey(ofPublisher));
    expect(shape({ ...state, titles })).toEqual(['1 publisher', '2 more', '1 publisher']);
    titles = addFetchedPage(titles, toScopeKey(ofPublisher), { lines: [line], isLast: false });
    const aus = addFetchedPage(markBranchLoading(state.aus, toScopeKey(ofTitle)), toScopeKey(ofTitle), {
      lines: [au],
      isLast: true,
    });
    expect(shape({ ...state, titles, aus })).toEqual([
      '1 publisher',
      '2 title',
      '3 au',
      '2 more',
      '1 publisher',
    ]);
    titles = addFetchedPage(markBranchLoading(titles, toScopeKey(ofPublisher)), toScopeKey(ofPublisher), {
      lines: [{ ...line, id: '2' }],
      isLast: true,
    });
    expect(shape({ ...state, titles })).toEqual(['1 publisher', '2 title', '2 title', '1 publisher']);
  });

  it('lets be what was closed meanwhile, and keeps a failure until it is asked again', () => {
    const titles = closeBranch(
      markBranchLoading(state.titles, toScopeKey(ofPublisher)),
      toScopeKey(ofPublisher),
    );
    expect(addFetchedPage(titles, toScopeKey(ofPublisher), { lines: [line], isLast: true })).toBe(titles);
    const away = markBranchFailed(
      markBranchLoading(state.titles, toScopeKey(ofPublisher)),
      toScopeKey(ofPublisher),
      'away',
    );
    expect(listTreeLines({ ...state, titles: away })[1]).toMatchObject({
      kind: 'more',
      problem: 'away',
      isAsked: false,
    });
    expect(
      listTreeLines({ ...state, titles: markBranchLoading(away, toScopeKey(ofPublisher)) })[1],
    ).not.toHaveProperty('problem');
  });
});
