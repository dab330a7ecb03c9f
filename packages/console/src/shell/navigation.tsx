// Navigation: the screens that the user may see, in groups, and the user's menu.
import { t } from '../language/t.ts';
import { currentPath, formatHref } from '../routing/location.ts';
import { matchPath } from '../routing/match.ts';
import type { ScreenRoute } from '../routing/route.ts';
import { softwareVersion } from '../service/session.ts';
import { LogoMark } from './mark.tsx';
import { isScreenAvailable } from './screen-access.ts';
import { UserMenu } from './user-menu.tsx';

const GROUPS = ['holdings', 'work', 'node'] as const;

export function Navigation({ routes }: { routes: readonly ScreenRoute[] }) {
  return (
    <nav class="navigation" aria-label={t('shell.navigation')}>
      <a class="wordmark" href={formatHref('/')}>
        <LogoMark /> Holdfast
      </a>
      {GROUPS.map((group) => (
        <Group key={group} name={group} routes={routes} />
      ))}
      <div class="navigation-foot">
        <UserMenu />
        <span class="muted small">{softwareVersion.value}</span>
      </div>
    </nav>
  );
}

function Group({ name, routes }: { name: (typeof GROUPS)[number]; routes: readonly ScreenRoute[] }) {
  const entries = routes.filter((route) => route.group === name && isScreenAvailable(route));
  if (entries.length === 0) return null;
  return (
    <ul class="navigation-group" aria-label={t(`shell.group.${name}`)}>
      {entries.map((route) => (
        <li key={route.name}>
          <a
            href={formatHref(removeOptionalParameter(route.path))}
            aria-current={isCurrent(route) ? 'page' : undefined}
          >
            {t(`${route.name}.title`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Removes the optional parameter at the end of a path pattern. */
const removeOptionalParameter = (pattern: string): string => pattern.replace(/\/:\w+\?$/, '');

/** True if the current screen is this screen or a screen below it: `/aus/…` belongs to Archival Units. */
function isCurrent({ path: pattern }: ScreenRoute): boolean {
  if (matchPath(pattern, currentPath.value) !== undefined) return true;
  return pattern !== '/' && currentPath.value.startsWith(`${removeOptionalParameter(pattern)}/`);
}
