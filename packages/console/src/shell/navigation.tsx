// Navigation: the screens that are available to the user, in groups, and the user's name.
import { t } from '../language/t.ts';
import { Button } from '../parts/basic/button.tsx';
import { formatHref, path } from '../routing/location.ts';
import { matchPath } from '../routing/match.ts';
import type { Route } from '../routing/route.ts';
import { logOut, session, version } from '../service/session.ts';
import { Choices } from './choices.tsx';
import { Mark } from './mark.tsx';
import { isOffered } from './screen-access.ts';

const GROUPS = ['holdings', 'work', 'node'] as const;

export function Navigation({ routes }: { routes: readonly Route[] }) {
  return (
    <nav class="navigation" aria-label={t('shell.navigation')}>
      <a class="wordmark" href={formatHref('/')}>
        <Mark /> Holdfast
      </a>
      {GROUPS.map((group) => (
        <Group key={group} name={group} routes={routes} />
      ))}
      <div class="navigation-foot">
        <Choices />
        <div class="who">
          <span class="who-name" title={session.value?.roles.join(', ')}>
            {session.value?.name}
          </span>
          <Button kind="quiet" onClick={() => void logOut()}>
            {t('shell.logOut')}
          </Button>
        </div>
        <span class="muted small">{version.value}</span>
      </div>
    </nav>
  );
}

function Group({ name, routes }: { name: (typeof GROUPS)[number]; routes: readonly Route[] }) {
  const entries = routes.filter((route) => route.group === name && isOffered(route));
  if (entries.length === 0) return null;
  return (
    <ul class="navigation-group" aria-label={t(`shell.group.${name}`)}>
      {entries.map((route) => (
        <li key={route.name}>
          <a href={formatHref(bare(route.path))} aria-current={isCurrent(route) ? 'page' : undefined}>
            {t(`${route.name}.title`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Removes the optional parameter at the end of a path pattern. */
const bare = (pattern: string): string => pattern.replace(/\/:\w+\?$/, '');

/** A sub-screen counts as its parent: `/aus/…` is part of Archival Units. */
function isCurrent({ path: pattern }: Route): boolean {
  if (matchPath(pattern, path.value) !== undefined) return true;
  return pattern !== '/' && path.value.startsWith(`${bare(pattern)}/`);
}
