// Rewrites request targets to paths of the contract. Clients also send targets that OpenAPI paths cannot describe, such
// as unescaped URLs. Four extensions of the contract describe such targets: `x-other-names` (alternative paths),
// `x-trailing-slash` (a slash at the end), `x-rest-of-target` (an unescaped URL with its query at the end of the path)
// and `x-rest-of-query` (an unescaped URL in the query).
import type { Contract } from '../contract/contract.ts';

export interface TargetRule {
  /**
   * Common prefix of all targets that the rule matches. Most targets do not match, and comparing the prefix first is
   * faster than the regular expression.
   */
  readonly begins: string;
  readonly matches: RegExp;
  target(match: RegExpExecArray): string;
}

/** Returns the rules that rewrite targets before routing. `originalUrl` still contains the original target. */
export function buildTargetRules(contract: Contract): TargetRule[] {
  return [...createNameRules(contract), ...createFormRules(contract)];
}

/** Returns the rules for alternative paths. They must run first, because the other rules match only contract paths. */
function createNameRules({ paths }: Contract): TargetRule[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const names = (item as { 'x-other-names'?: readonly string[] })['x-other-names'] ?? [];
    return names.map((name) => createNameRule(path, name));
  });
}

function createFormRules({ paths }: Contract): TargetRule[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.values(item).filter((one) => typeof one?.operationId === 'string');
    const parameters = operations.flatMap(({ parameters: all }) => all ?? []);
    return [
      ...(operations.some((one) => one['x-trailing-slash'] === true) ? [createSlashRule(path)] : []),
      ...(parameters.some((one) => one['x-rest-of-target'] === true) ? [createRestRule(path)] : []),
      ...parameters.flatMap(({ name, 'x-rest-of-query': rest }) =>
        name && rest ? [createQueryRestRule(path, name, rest as RestOfQuery)] : [],
      ),
    ];
  });
}

export function rewriteTarget(rules: readonly TargetRule[], target: string): string {
  let plain = target;
  for (const rule of rules) {
    const match = plain.startsWith(rule.begins) ? rule.matches.exec(plain) : null;
    if (match) plain = rule.target(match);
  }
  return plain;
}

/** Returns the rule for an alternative path. Both paths have the same parameters in the same order. */
function createNameRule(path: string, name: string): TargetRule {
  const texts = path.split(/\{\w+\}/);
  const pattern = name
    .split(/\{\w+\}/)
    .map(escapeForRegExp)
    .join('([^/?#]+)');
  return {
    begins: findStaticPrefix(name),
    matches: new RegExp(`^${pattern}(/?(?:\\?.*)?)$`, 's'),
    target: (match) => {
      const [rest = '', ...values] = [match.at(-1), ...match.slice(1, -1)];
      return texts.map((text, at) => text + (values[at] ?? '')).join('') + rest;
    },
  };
}

function createSlashRule(path: string): TargetRule {
  return {
    begins: findStaticPrefix(path),
    matches: new RegExp(`^(${buildPattern(path)})/(\\?.*)?$`, 's'),
    target: ([, before, query = '']) => `${before}${query}`,
  };
}

/** Returns the rule for an unescaped URL at the end of the path. Leaves a URL in one encoded segment unchanged. */
function createRestRule(path: string): TargetRule {
  return {
    begins: findStaticPrefix(path),
    matches: new RegExp(`^(${buildPattern(path.replace(/\{\w+\}$/, ''))})(.+)$`, 's'),
    target: ([whole, before, rest = '']) =>
      ENCODED_URL.test(rest) ? whole! : `${before}${encodeURIComponent(rest)}`,
  };
}

interface RestOfQuery {
  /** Names of the parameters that may follow the URL, each at most once. */
  readonly followedBy: readonly string[];
  /** If defined, the rest of the query is a URL only if it contains this text. */
  readonly holding?: string;
}

/** Returns the rule for an unescaped URL in the query. A value that begins with `&` counts as empty. */
function createQueryRestRule(
  path: string,
  name: string,
  { followedBy, holding = '' }: RestOfQuery,
): TargetRule {
  return {
    begins: findStaticPrefix(path),
    matches: new RegExp(`^(${buildPattern(path)}\\?(?:[^&#]*&)*?${name}=)([^&#][^#]*)$`, 's'),
    target: ([whole, before, rest = '']) => {
      // Most requests contain an escaped URL, which stays unchanged.
      if (!WHOLE_URL.test(rest)) return whole!;
      const behind = findTrailingParameters(rest, followedBy);
      const url = rest.slice(0, rest.length - behind.length);
      return WHOLE_URL.test(url) && url.includes(holding)
        ? `${before}${encodeURIComponent(url)}${behind}`
        : whole!;
    },
  };
}

function findTrailingParameters(rest: string, names: readonly string[]): string {
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

/** Returns the part of the path before the first path parameter. */
function findStaticPrefix(path: string): string {
  return path.split('{', 1)[0]!;
}

function buildPattern(path: string): string {
  return path
    .split(/\{\w+\}/)
    .map(escapeForRegExp)
    .join('[^/?#]+');
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
