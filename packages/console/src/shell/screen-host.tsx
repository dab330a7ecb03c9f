// The screen that the address names: loaded when it is first wanted, announced, and kept from taking the shell with it when it
// fails.
import { type FunctionComponent, h } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { language, t } from '../language/t.ts';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/problem.tsx';
import { go, hrefOf, path, query } from '../routing/location.ts';
import { matchPath, type Params } from '../routing/match.ts';
import type { Route, ScreenProps } from '../routing/route.ts';
import { useAnswer } from '../service/use-answer.ts';
import { isOffered } from './offered.ts';
import { windowTitle } from './window-title.ts';

export function ScreenHost({ routes }: { routes: readonly Route[] }) {
  const found = find(routes, path.value);
  useEffect(() => {
    if (path.value === '/login') go('/', { replace: true });
  }, [path.value]);
  const title = found ? t(`${found.route.name}.title`) : t('shell.notFound');
  useTitle(title, found?.route.name ?? path.value);
  if (found === undefined || !isOffered(found.route)) return <NotFound isThere={found !== undefined} />;
  return <Screen key={found.route.name} {...found} />;
}

function Screen({ route, params }: Found) {
  const { value: loaded, problem } = useAnswer(() => route.load(), [route.name]);
  // After an upgrade the file of the screen has another name, which a new page knows.
  const again = () => location.reload();
  const [fault, forget] = useErrorBoundary();
  if (fault !== undefined) return <Problem of={fault} again={forget} />;
  if (loaded === undefined)
    return problem === undefined ? <Loading /> : <Problem of={problem} again={again} />;
  return h(loaded.default as FunctionComponent<ScreenProps>, { params, query: query.value });
}

interface Found {
  readonly route: Route;
  readonly params: Params;
}

function find(routes: readonly Route[], wanted: string): Found | undefined {
  for (const route of routes) {
    const params = matchPath(route.path, wanted);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

function NotFound({ isThere }: { isThere: boolean }) {
  return (
    <div class="empty">
      <h1>{t('shell.notFound')}</h1>
      <p class="muted">{t(isThere ? 'shell.notOffered' : 'shell.notFoundWhy')}</p>
      <a href={hrefOf('/')}>{t('shell.toStart')}</a>
    </div>
  );
}

/** Whoever cannot see that another screen is there hears it: the focus goes to where it begins. */
function useTitle(title: string, screen: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    windowTitle.value = title;
  }, [screen, language.value]);
  useEffect(() => {
    if (!isFirst.current) document.getElementById('main')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [screen]);
}
