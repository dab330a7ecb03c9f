// Loads and renders the screen at the current address, and announces it to screen readers. An error in a screen does
// not affect the navigation.
import { h } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useRef } from 'preact/hooks';
import { language, t } from '../language/t.ts';
import { LoadingIndicator } from '../parts/basic/loading.tsx';
import { ProblemMessage } from '../parts/feedback/problem.tsx';
import { currentPath, currentQuery, formatHref, navigate } from '../routing/location.ts';
import type { ScreenRoute } from '../routing/route.ts';
import { findRoute, getLoadedScreen, loadScreen, type RouteMatch } from '../routing/screens.ts';
import { useResponse } from '../service/use-response.ts';
import { isScreenAvailable } from './screen-access.ts';
import { windowTitle } from './window-title.ts';

export function ScreenHost({ routes }: { routes: readonly ScreenRoute[] }) {
  const found = findRoute(routes, currentPath.value);
  useEffect(() => {
    if (currentPath.value === '/login') navigate('/', { replace: true });
  }, [currentPath.value]);
  const title = found ? t(`${found.route.name}.title`) : t('shell.notFound');
  useTitle(title, found?.route.name ?? currentPath.value);
  if (found === undefined || !isScreenAvailable(found.route))
    return <NotFound isThere={found !== undefined} />;
  return <Screen key={found.route.name} {...found} />;
}

function Screen({ route, params }: RouteMatch) {
  const [fault, forget] = useErrorBoundary();
  if (fault !== undefined) return <ProblemMessage of={fault} again={forget} />;
  const screen = getLoadedScreen(route);
  return screen === undefined ? (
    <Coming route={route} params={params} />
  ) : (
    h(screen, { params, query: currentQuery.value })
  );
}

function Coming(found: RouteMatch) {
  const { loading, problem } = useResponse(() => loadScreen(found.route), []);
  // Reloads the page if a screen cannot be loaded. After an upgrade, the file of the screen has a different name, which
  // only a new page contains.
  if (problem !== undefined) return <ProblemMessage of={problem} again={() => location.reload()} />;
  return loading ? <LoadingIndicator /> : <Screen {...found} />;
}

function NotFound({ isThere }: { isThere: boolean }) {
  return (
    <div class="empty">
      <h1>{t('shell.notFound')}</h1>
      <p class="muted">{t(isThere ? 'shell.notOffered' : 'shell.notFoundWhy')}</p>
      <a href={formatHref('/')}>{t('shell.toStart')}</a>
    </div>
  );
}

/**
 * Moves the focus to the beginning of a new screen, so that screen readers announce it. Moves it before the browser
 * paints, so that it does not take the focus from a control which the user has already chosen.
 */
function useTitle(title: string, screen: string): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    windowTitle.value = title;
  }, [screen, language.value]);
  useLayoutEffect(() => {
    if (!isFirst.current) document.getElementById('main')?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [screen]);
}
