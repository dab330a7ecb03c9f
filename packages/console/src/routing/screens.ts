// The modules of screens: asked for once, and at hand when they have come, so that a screen that is there is drawn at once.
import type { FunctionComponent } from 'preact';
import { matchPath, type Params } from './match.ts';
import type { Route, ScreenProps } from './route.ts';

export interface Found {
  readonly route: Route;
  readonly params: Params;
}

const there = new Map<string, FunctionComponent<ScreenProps>>();

/** The route of a path; undefined: there is no screen. */
export function findRoute(routes: readonly Route[], wanted: string): Found | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, wanted);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

/** Undefined: it has not come yet. */
export const screenOf = ({ name }: Route): FunctionComponent<ScreenProps> | undefined => there.get(name);

/** Rejects when its file cannot be had. */
export async function loadScreen({ name, load }: Route): Promise<void> {
  const { default: screen } = await load();
  there.set(name, screen);
}
