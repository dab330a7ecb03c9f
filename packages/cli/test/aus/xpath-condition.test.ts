import { describe, expect, it } from '@jest/globals';
import { toPredicateCondition } from '../../src/aus/xpath-condition.ts';

describe('conditionOfPredicate', () => {
  it.each([
    ["[attributes/publisher='Tide Press']", "tdbPublisher.name = 'Tide Press'"],
    [' [ journalTitle = "L\'Année" ] ', "tdbTitle.name = 'L''Année'"],
    ["['x'!=pluginName]", "pluginName != 'x'"],
    [
      "[attributes/year='2008' or (attributes/tier='a' and not(displayName='b'))]",
      "(year = '2008' or get(attrs, 'tier') = 'a' and not (name = 'b'))",
    ],
    ["[(displayName='a' or displayName='b') and journalTitle='c']", /^\(name.* or .*\) and tdb/],
    ["[RE:isMatchRe(displayName, '^Vol [0-9]+$')]", "name matches '^Vol [0-9]+$'"],
    [
      "[starts-with(displayName, '100%') and contains(attributes/x, 'a_b!')]",
      "name like '100!%%' escape '!' and get(attrs, 'x') like '%a!_b!!%' escape '!'",
    ],
  ])('%s', (predicate, condition) => {
    expect(toPredicateCondition(predicate)).toEqual(
      typeof condition === 'string' ? condition : expect.stringMatching(condition),
    );
  });

  it.each([
    ["journalTitle='x'", 'it is not in brackets'],
    ["[journalTitle='x]", "''x' is not understood"],
    ["[journalTitle='x' 'y']", "''y'' is unexpected"],
    ['[journalTitle=]', 'it ends too early'],
    ["[estimatedSize='1']", 'the property estimatedSize is not supported'],
    ["[substring(displayName, 'x')]", 'the function substring is not supported'],
    ["[(journalTitle='x']", 'it ends too early'],
    ['[journalTitle=pluginName]', "expected a text, but found 'pluginName'"],
    ["[journalTitle 'x']", "expected = or !=, but found ''x''"],
  ])('refuses %s', (predicate, why) => {
    expect(() => toPredicateCondition(predicate)).toThrow(why);
  });
});
