// Reads the console's paths from its route table, so that the tests include every new route.
import { readFileSync } from 'node:fs';

const table = new URL('../../../packages/console/src/routes.ts', import.meta.url);

/** Returns paths such as `/aus/:auid`, in the order of the route table. */
export function listConsoleRoutes(): string[] {
  const found = [...readFileSync(table, 'utf8').matchAll(/^\s*path: '([^']+)'/gm)].map(([, path]) => path!);
  if (found.length === 0) throw new Error('The table of routes has none that could be read.');
  return found;
}

export type RouteValues = Readonly<Record<string, string>>;

/** Replaces a route's parameters with values. Returns undefined if a required value is missing. */
export function fillRoute(route: string, subjects: RouteValues): string | undefined {
  const parts = route.split('/').map((part) => {
    if (!part.startsWith(':')) return part;
    const value = subjects[part.replace(/^:|\?$/g, '')];
    return value === undefined ? (part.endsWith('?') ? '' : undefined) : encodeURIComponent(value);
  });
  return parts.includes(undefined) ? undefined : parts.join('/').replace(/\/$/, '') || '/';
}

/** Query strings that open further views of a screen. Without a query string, the screen opens its first view. */
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  '/aus': ['counts=1', 'view=unconfigured', 'view=empty'],
  '/titles': ['view=findings'],
  '/content': ['view=list', 'q=example', 'q=www.example.org&by=host'],
  '/search': ['q=example'],
  '/artifacts/:uuid': ['tab=properties', 'tab=headers', 'tab=records', 'tab=versions', 'tab=events'],
  '/keeping': ['tab=damage', 'tab=copies', 'tab=deletions', 'tab=holds', 'tab=purges', 'tab=sweep'],
  '/checks': ['tab=schedules', 'start=1'],
  '/configuration': ['view=sources', 'view=files'],
  '/settings': ['service=configuration'],
};

/** Returns the addresses of all screens and of their further views. */
export function listConsoleAddresses(subjects: RouteValues): string[] {
  return listConsoleRoutes().flatMap((route) => {
    const address = fillRoute(route, subjects);
    if (address === undefined) return [];
    return [address, ...(VIEWS[route] ?? []).map((query) => `${address}?${query}`)];
  });
}
