// Request targets that say the same as one that the contract has: by another name of the path, where that has
// `x-other-names`; with a slash at the end of the path, where the operation has `x-trailing-slash`; with a whole URL at the end, query included, where the last parameter of the path has
// `x-rest-of-target`; with a whole URL in the query that is not escaped, where the parameter has `x-rest-of-query`.
// Clients append URLs as they are, which no path of OpenAPI can hold.
import type { Contract } from '../contract/contract.ts';

export interface Rule {
  /** What every target begins with that matches: most do not, and to compare texts is quick. */
  readonly begins: string;
  readonly matches: RegExp;
  target(match: RegExpExecArray): string;
}

/** How the targets of a contract are rewritten before they are routed. What they were stays in `originalUrl`. */
export function rulesOf(contract: Contract): Rule[] {
  return [...namesOf(contract), ...formsOf(contract)];
}

/** Before all others, which are about the path's own name. */
function namesOf({ paths }: Contract): Rule[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const names = (item as { 'x-other-names'?: readonly string[] })['x-other-names'] ?? [];
    return names.map((name) => otherName(path, name));
  });
}

function formsOf({ paths }: Contract): Rule[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.values(item).filter((one) => typeof one?.operationId === 'string');
    const parameters = operations.flatMap(({ parameters: all }) => all ?? []);
    return [
      ...(operations.some((one) => one['x-trailing-slash'] === true) ? [withSlash(path)] : []),
      ...(parameters.some((one) => one['x-rest-of-target'] === true) ? [withRest(path)] : []),
      ...parameters.flatMap(({ name, 'x-rest-of-query': rest }) =>
        name && rest ? [withRestOfQuery(path, name, rest as RestOfQuery)] : [],
      ),
    ];
  });
}

export function plainTarget(rules: readonly Rule[], target: string): string {
  let plain = target;
  for (const rule of rules) {
    const match = plain.startsWith(rule.begins) ? rule.matches.exec(plain) : null;
    if (match) plain = rule.target(match);
  }
  return plain;
}

/** Both names have the same parameters in the same order. */
function otherName(path: string, name: string): Rule {
  const texts = path.split(/\{\w+\}/);
  const pattern = name
    .split(/\{\w+\}/)
    .map(escaped)
    .join('([^/?#]+)');
  return {
    begins: beginOf(name),
    matches: new RegExp(`^${pattern}(/?(?:\\?.*)?)$`, 's'),
    target: (match) => {
      const [rest = '', ...values] = [match.at(-1), ...match.slice(1, -1)];
      return texts.map((text, at) => text + (values[at] ?? '')).join('') + rest;
    },
  };
}

function withSlash(path: string): Rule {
  return {
    begins: beginOf(path),
    matches: new RegExp(`^(${patternOf(path)})/(\\?.*)?$`, 's'),
    target: ([, before, query = '']) => `${before}${query}`,
  };
}

/** A rest that is one encoded segment already, as programs send it that know the contract, stays as it is. */
function withRest(path: string): Rule {
  return {
    begins: beginOf(path),
    matches: new RegExp(`^(${patternOf(path.replace(/\{\w+\}$/, ''))})(.+)$`, 's'),
    target: ([whole, before, rest = '']) =>
      ENCODED_URL.test(rest) ? whole! : `${before}${encodeURIComponent(rest)}`,
  };
}

interface RestOfQuery {
  /** Parameters that may stand behind the URL, each once at most. */
  readonly followedBy: readonly string[];
  /** Only a rest that has this in it is one URL. */
  readonly holding?: string;
}

/** What begins with `&` is no rest, the value is empty; one that is escaped stays as it is. */
function withRestOfQuery(path: string, name: string, { followedBy, holding = '' }: RestOfQuery): Rule {
  return {
    begins: beginOf(path),
    matches: new RegExp(`^(${patternOf(path)}\\?(?:[^&#]*&)*?${name}=)([^&#][^#]*)$`, 's'),
    target: ([whole, before, rest = '']) => {
      // It is escaped, as most are.
      if (!WHOLE_URL.test(rest)) return whole!;
      const behind = parametersBehind(rest, followedBy);
      const url = rest.slice(0, rest.length - behind.length);
      return WHOLE_URL.test(url) && url.includes(holding)
        ? `${before}${encodeURIComponent(url)}${behind}`
        : whole!;
    },
  };
}

function parametersBehind(rest: string, names: readonly string[]): string {
  const left = new Set(names);
  let start = rest.length;
  for (;;) {
    const last = rest.lastIndexOf('&', start - 1);
    if (last < 0 || !left.delete(rest.slice(last + 1, start).split('=', 1)[0]!)) return rest.slice(start);
    start = last;
  }
}

const WHOLE_URL = /^[a-z][a-z0-9+.-]*:/i;
const ENCODED_URL = /^[a-z][a-z0-9+.-]*%3a[^/?#]*$/i;

/** What stands before the first parameter. */
function beginOf(path: string): string {
  return path.split('{', 1)[0]!;
}

function patternOf(path: string): string {
  return path
    .split(/\{\w+\}/)
    .map(escaped)
    .join('[^/?#]+');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
