// Request targets that say the same as one that the contract has: with a slash at the end of the path, where the
// operation has `x-trailing-slash`; with a whole URL at the end, query included, where the last parameter of the path has
// `x-rest-of-target`. Clients append URLs as they are, which no path of OpenAPI can hold.
import type { RequestHandler } from 'express';
import type { Contract } from '../contract/contract.ts';

interface Rule {
  readonly matches: RegExp;
  target(match: RegExpExecArray): string;
}

/** Rewrites such a target before it is routed. What it was stays in `originalUrl`. */
export function plainTargets(contract: Contract): RequestHandler {
  const rules = rulesOf(contract);
  return (request, _response, next) => {
    request.url = plainTarget(rules, request.url);
    next();
  };
}

export function rulesOf({ paths }: Contract): Rule[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const operations = Object.values(item).filter((one) => typeof one?.operationId === 'string');
    const parameters = operations.flatMap(({ parameters: all }) => all ?? []);
    if (operations.some((one) => one['x-trailing-slash'] === true)) return [withSlash(path)];
    return parameters.some((one) => one['x-rest-of-target'] === true) ? [withRest(path)] : [];
  });
}

export function plainTarget(rules: readonly Rule[], target: string): string {
  for (const rule of rules) {
    const match = rule.matches.exec(target);
    if (match) return rule.target(match);
  }
  return target;
}

function withSlash(path: string): Rule {
  return {
    matches: new RegExp(`^(${patternOf(path)})/(\\?.*)?$`, 's'),
    target: ([, before, query = '']) => `${before}${query}`,
  };
}

/** A rest that is one encoded segment already, as programs send it that know the contract, stays as it is. */
function withRest(path: string): Rule {
  return {
    matches: new RegExp(`^(${patternOf(path.replace(/\{\w+\}$/, ''))})(.+)$`, 's'),
    target: ([whole, before, rest = '']) =>
      ENCODED_URL.test(rest) ? whole! : `${before}${encodeURIComponent(rest)}`,
  };
}

const ENCODED_URL = /^[a-z][a-z0-9+.-]*%3a[^/?#]*$/i;

function patternOf(path: string): string {
  return path
    .split(/\{\w+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/?#]+');
}
