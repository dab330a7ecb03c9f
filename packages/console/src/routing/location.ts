// Current location and navigation. Paths such as `/aus?sort=name` are relative to the console.
import { computed, signal } from '@preact/signals';
import { consoleBase } from '../browser/base.ts';

const current = signal(readLocation());

/** Current path, percent-encoded as in the address bar, such as `/aus/a%26b`. */
export const currentPath = computed(() => current.value.path);
export const currentQuery = computed(() => new URLSearchParams(current.value.search));

interface NavigationOptions {
  /** Whether to replace the current history entry. */
  readonly replace?: boolean;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Returns the URL for a link, for example `formatHref('/aus', { sort: 'name' })`. Omits undefined values. The caller
 * must encode values in the path.
 */
export function formatHref(to: string, values: Query = {}): string {
  const url = new URL(to.replace(/^\//, ''), consoleBase);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.pathname + url.search + url.hash;
}

/** Fills a path pattern with encoded values, for example `formatPath('/aus/:auid', { auid })`. */
export function formatPath(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern
    .split('/')
    .filter((part) => !part.endsWith('?') || values[part.slice(1, -1)] !== undefined)
    .map((part) =>
      part.startsWith(':') ? encodeURIComponent(values[part.slice(1).replace('?', '')] ?? '') : part,
    )
    .join('/');
}

/** Navigates to another screen, or to another state of the current screen. */
export function navigate(to: string, { replace = false }: NavigationOptions = {}): void {
  const isElsewhere = new URL(formatHref(to), location.href).pathname !== location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', formatHref(to));
  current.value = readLocation();
  if (isElsewhere && !replace) scrollTo(0, 0);
}

/** Changes the query of the current address. Removes undefined and empty values. */
export function setQuery(values: Query, going: NavigationOptions = { replace: true }): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  navigate(`/${url.pathname.slice(consoleBase.pathname.length)}${url.search}`, going);
}

/** Handles clicks on links within the console: changes the screen without loading a page. */
export function watchLocation(): void {
  addEventListener('popstate', () => {
    current.value = readLocation();
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (!isScreen(new URL(link.href))) return;
    event.preventDefault();
    navigate(`/${link.href.slice(consoleBase.href.length)}`);
  });
}

/**
 * Returns true if the URL is a screen of the console. Other URLs below the console are `repository/` (forwarded to the
 * repository service), `assets/` (files), and `oidc/` (logins through the OpenID Connect provider).
 */
function isScreen({ href, hash, pathname, search }: URL): boolean {
  if (!href.startsWith(consoleBase.href)) return false;
  const isHere = pathname === location.pathname && search === location.search;
  if (hash !== '' && isHere) return false;
  return !/^(?:repository|assets|oidc)\//.test(href.slice(consoleBase.href.length));
}

function readLocation(): { readonly path: string; readonly search: string } {
  return { path: `/${location.pathname.slice(consoleBase.pathname.length)}`, search: location.search };
}
