// Tests the tree of the title database: search, display and selection.
import { describe, expect, it } from '@jest/globals';
import { choose, conditionsOf, isChosen, keyOf, type Scope } from '../../../src/screens/titles/scope.ts';
import { auConditions, isEmpty, issnIn } from '../../../src/screens/titles/search.ts';
import {
  asked,
  closed,
  failed,
  fetched,
  levelOf,
  linesOf,
  noTree,
  type TreeState,
} from '../../../src/screens/titles/tree-model.ts';

const title = { publisher: "O'Press", id: 'id:1', name: 'Journal' };
const ofPublisher: Scope = { kind: 'publisher', publisher: "O'Press" };
const ofTitle: Scope = { kind: 'title', publisher: "O'Press", title };
const ofAu: Scope = { kind: 'au', publisher: "O'Press", title, auid: 'p&a~1' };

describe('what is looked for', () => {
  it.each([
    ['1314-2836', '1314-2836'],
    [' 1314283x ', '1314-283X'],
    ['1314-28367', undefined],
    ['2014', undefined],
  ])('%j has the ISSN %p', (text, issn) => {
    expect(issnIn(text)).toBe(issn);
  });

  it('becomes conditions', () => {
    const nothing = { text: ' ', year: '', missing: false };
    expect([isEmpty(nothing), auConditions(nothing)]).toEqual([true, []]);
    expect(auConditions({ text: '1314-2836', year: '2014', missing: true })).toEqual([
      "'1314-2836' in (tdbTitle.issns)",
      "year = '2014'",
      'active = false',
      'down = false',
      'addable = true',
    ]);
    expect(auConditions({ text: "d'Or", year: '', missing: false })).toEqual([
      "(name $like '%d''Or%' or tdbTitle.name $like '%d''Or%' or tdbPublisher.name $like '%d''Or%')",
    ]);
    expect(conditionsOf(ofAu)).toEqual([
      "auId = 'p&a~1'",
      "tdbTitle.id = 'id:1'",
      "tdbTitle.name = 'Journal'",
      "tdbPublisher.name = 'O''Press'",
    ]);
  });
});

describe('what is chosen', () => {
  it('takes in what lies in it', () => {
    const one = choose(new Map(), ofAu, true);
    expect([isChosen(one, ofAu), isChosen(one, ofTitle)]).toEqual([true, false]);
    const all = choose(one, ofPublisher, true);
    expect([...all.keys()]).toEqual([keyOf(ofPublisher)]);
    expect([isChosen(all, ofAu), isChosen(all, ofTitle)]).toEqual([true, true]);
    expect(choose(all, ofPublisher, false).size).toBe(0);
  });
});

describe('the tree', () => {
  const state: TreeState = {
    ...noTree,
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
  const shape = (one: TreeState) => linesOf(one).map((each) => `${levelOf(each)} ${each.kind}`);

  it('opens publishers and titles, and says where there is more', () => {
    expect(shape(state)).toEqual(['1 publisher', '1 publisher']);
    let titles = asked(state.titles, keyOf(ofPublisher));
    expect(shape({ ...state, titles })).toEqual(['1 publisher', '2 more', '1 publisher']);
    titles = fetched(titles, keyOf(ofPublisher), { lines: [line], isLast: false });
    const aus = fetched(asked(state.aus, keyOf(ofTitle)), keyOf(ofTitle), { lines: [au], isLast: true });
    expect(shape({ ...state, titles, aus })).toEqual([
      '1 publisher',
      '2 title',
      '3 au',
      '2 more',
      '1 publisher',
    ]);
    titles = fetched(asked(titles, keyOf(ofPublisher)), keyOf(ofPublisher), {
      lines: [{ ...line, id: '2' }],
      isLast: true,
    });
    expect(shape({ ...state, titles })).toEqual(['1 publisher', '2 title', '2 title', '1 publisher']);
  });

  it('lets be what was closed meanwhile, and keeps a failure until it is asked again', () => {
    const titles = closed(asked(state.titles, keyOf(ofPublisher)), keyOf(ofPublisher));
    expect(fetched(titles, keyOf(ofPublisher), { lines: [line], isLast: true })).toBe(titles);
    const away = failed(asked(state.titles, keyOf(ofPublisher)), keyOf(ofPublisher), 'away');
    expect(linesOf({ ...state, titles: away })[1]).toMatchObject({
      kind: 'more',
      problem: 'away',
      isAsked: false,
    });
    expect(linesOf({ ...state, titles: asked(away, keyOf(ofPublisher)) })[1]).not.toHaveProperty('problem');
  });
});
