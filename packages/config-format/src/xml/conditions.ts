// Evaluates the attributes of an `if` or `test` element with facts about the node. The condition is true if all
// attributes match.
import type { PlatformFacts } from '../common/types.ts';
import type { XmlAttributes } from './bounded-xml.ts';

type ConditionTest = (facts: PlatformFacts, wanted: string) => boolean;
type TextFact = Exclude<keyof PlatformFacts, 'groups'>;

const same =
  (fact: TextFact): ConditionTest =>
  (facts, wanted) =>
    facts[fact]?.toLowerCase() === wanted.toLowerCase();

const version =
  (fact: TextFact, holds: (difference: number) => boolean): ConditionTest =>
  (facts, wanted) => {
    const actual = facts[fact];
    return actual !== undefined && actual !== '' && holds(compareVersions(actual, wanted));
  };

const tests = new Map<string, ConditionTest>([
  ['group', ({ groups }, wanted) => groups.includes(wanted)],
  ['hostname', same('hostname')],
  ['hostIP', same('hostIP')],
  ['serviceName', same('serviceName')],
  ['serviceAbbrev', same('serviceAbbrev')],
  ['platformName', same('platformName')],
  ...['daemonVersion' as const, 'platformVersion' as const].flatMap((fact): [string, ConditionTest][] => [
    [fact, version(fact, (difference) => difference === 0)],
    [`${fact}Min`, version(fact, (difference) => difference >= 0)],
    [`${fact}Max`, version(fact, (difference) => difference <= 0)],
  ]),
]);

export interface ConditionResult {
  readonly holds: boolean;
  /** Names of attributes that are not conditions. Such attributes never match. */
  readonly unknown: readonly string[];
}

/** Evaluates the attributes. Throws an error created by `fault` if they contradict each other. */
export function evaluateConditions(
  facts: PlatformFacts,
  attributes: XmlAttributes,
  fault: (message: string) => Error,
): ConditionResult {
  for (const name of ['daemonVersion', 'platformVersion']) {
    if (name in attributes && (`${name}Min` in attributes || `${name}Max` in attributes)) {
      throw fault(`${name} cannot be tested together with ${name}Min or ${name}Max`);
    }
  }
  const names = Object.keys(attributes);
  return {
    holds: names.every((name) => tests.get(name)?.(facts, attributes[name]!) === true),
    unknown: names.filter((name) => !tests.has(name)),
  };
}

/**
 * Compares versions component by component: as numbers if both components are numbers, otherwise as text, ignoring
 * case. A missing component counts as 0. Returns the result in the form that `sort` requires.
 */
function compareVersions(a: string, b: string): number {
  const left = splitVersion(a);
  const right = splitVersion(b);
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = compareParts(left[at] ?? '0', right[at] ?? '0');
    if (difference !== 0) return difference;
  }
  return 0;
}

function splitVersion(version: string): string[] {
  return version.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
}

function compareParts(a: string, b: string): number {
  const numbers = isNumber(a) && isNumber(b);
  if (numbers && Number(a) !== Number(b)) return Number(a) - Number(b);
  if (numbers || a === b) return 0;
  return a < b ? -1 : 1;
}

function isNumber(part: string): boolean {
  return part[0]! <= '9';
}
