// Loads the modules of screens. Keeps loaded modules, so that their screens render immediately the next time.
import type { FunctionComponent } from 'preact';
import { loadScreenStyles } from '../browser/screen-styles.ts';
import { loadScreenMessages } from '../language/t.ts';
import { matchPath, type RouteParams } from './match.ts';
import type { ScreenProps, ScreenRoute } from './route.ts';
import { preloadScreenFiles } from './screen-files.ts';

export interface RouteMatch {
  readonly route: ScreenRoute;
  readonly params: RouteParams;
}

const there = new Map<string, FunctionComponent<ScreenProps>>();

/** Returns the route that matches a path, or undefined if no screen has this path. */
export function findRoute(routes: readonly ScreenRoute[], wanted: string): RouteMatch | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, wanted);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

/** Returns the component of a loaded screen, or undefined if the screen is not loaded yet. */
export const getLoadedScreen = ({ name }: ScreenRoute): FunctionComponent<ScreenProps> | undefined =>
  there.get(name);

/** Loads a screen, its messages and its styles. Rejects if their files cannot be loaded. */
export async function loadScreen({ name, load }: ScreenRoute): Promise<void> {
  const needed = name === 'overview' ? [] : [loadScreenMessages(), loadScreenStyles()];
  const loading = load();
  preloadScreenFiles(name);
  const [{ default: screen }] = await Promise.all([loading, ...needed]);
  there.set(name, screen);
}
