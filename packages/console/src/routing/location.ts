// Current location and navigation. Paths are relative to the console: `/aus?sort=name`.
import { computed, signal } from '@preact/signals';
import { consoleBase } from '../browser/base.ts';

const current = signal(here());

/** Current path, percent-encoded as in the address: `/aus/a%26b`. */
export const currentPath = computed(() => current.value.path);
export const currentQuery = computed(() => new URLSearchParams(current.value.search));

interface Going {
  /** Replaces the current history entry. */
  readonly replace?: boolean;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Returns the address for a link: `formatHref('/aus', { sort: 'name' })`. Undefined values are omitted. The caller
 * encodes values in the path.
 */
export function formatHref(to: string, values: Query = {}): string {
  const url = new URL(to.replace(/^\//, ''), consoleBase);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.pathname + url.search + url.hash;
}

/** Fills a path pattern with encoded values: `formatPath('/aus/:auid', { auid })`. */
export function formatPath(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern
    .split('/')
    .filter((part) => !part.endsWith('?') || values[part.slice(1, -1)] !== undefined)
    .map((part) =>
      part.startsWith(':') ? encodeURIComponent(values[part.slice(1).replace('?', '')] ?? '') : part,
    )
    .join('/');
}

/** Navigates to another screen, or to another state of the current one. */
export function navigate(to: string, { replace = false }: Going = {}): void {
  const isElsewhere = new URL(formatHref(to), location.href).pathname !== location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', formatHref(to));
  current.value = here();
  if (isElsewhere && !replace) scrollTo(0, 0);
}

/** Changes the query of the current screen. Undefined and empty values are removed. */
export function setQuery(values: Query, going: Going = { replace: true }): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  navigate(`/${url.pathname.slice(consoleBase.pathname.length)}${url.search}`, going);
}

/** Makes links within the console change the screen without loading a page. */
export function watchLocation(): void {
  addEventListener('popstate', () => {
    current.value = here();
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
 * Returns whether the URL is a screen of the console. Excludes `repository/`, which belongs to the other service, and
 * `assets/`, which contains files.
 */
function isScreen({ href, hash, pathname, search }: URL): boolean {
  if (!href.startsWith(consoleBase.href)) return false;
  const isHere = pathname === location.pathname && search === location.search;
  if (hash !== '' && isHere) return false;
  return !/^(?:repository|assets)\//.test(href.slice(consoleBase.href.length));
}

function here(): { readonly path: string; readonly search: string } {
  return { path: `/${location.pathname.slice(consoleBase.pathname.length)}`, search: location.search };
}
