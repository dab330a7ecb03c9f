// Where in the console the reader is, and how to get elsewhere. Paths here begin at the console: `/aus?sort=name`.
import { computed, signal } from '@preact/signals';
import { consoleBase } from '../browser/base.ts';

const current = signal(here());

/** The path, percent-encoded as it stands in the address: `/aus/a%26b`. */
export const path = computed(() => current.value.path);
export const query = computed(() => new URLSearchParams(current.value.search));

interface Going {
  /** In place of where the reader is: going back leads to before it. */
  readonly replace?: boolean;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** `hrefOf('/aus', { sort: 'name' })`: for links. What is undefined is left out. Values in the path are the caller's to encode. */
export function hrefOf(to: string, values: Query = {}): string {
  const url = new URL(to.replace(/^\//, ''), consoleBase);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url.pathname + url.search + url.hash;
}

/** `pathOf('/aus/:auid', { auid })`: a path with encoded values. */
export function pathOf(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern
    .split('/')
    .filter((part) => !part.endsWith('?') || values[part.slice(1, -1)] !== undefined)
    .map((part) =>
      part.startsWith(':') ? encodeURIComponent(values[part.slice(1).replace('?', '')] ?? '') : part,
    )
    .join('/');
}

/** Goes to another screen, or to another state of this one. */
export function go(to: string, { replace = false }: Going = {}): void {
  const isElsewhere = new URL(hrefOf(to), location.href).pathname !== location.pathname;
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(to));
  current.value = here();
  if (isElsewhere && !replace) scrollTo(0, 0);
}

/** Changes what the screen is asked for, and stays on it. What is undefined or empty goes. */
export function setQuery(values: Query, going: Going = { replace: true }): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  go(`/${url.pathname.slice(consoleBase.pathname.length)}${url.search}`, going);
}

/** From now on links within the console change the screen and load no page. */
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
    go(`/${link.href.slice(consoleBase.href.length)}`);
  });
}

/** What is below `repository/` is the other service, and `assets/` are files. */
function isScreen({ href, hash, pathname, search }: URL): boolean {
  if (!href.startsWith(consoleBase.href)) return false;
  const isHere = pathname === location.pathname && search === location.search;
  if (hash !== '' && isHere) return false;
  return !/^(?:repository|assets)\//.test(href.slice(consoleBase.href.length));
}

function here(): { readonly path: string; readonly search: string } {
  return { path: `/${location.pathname.slice(consoleBase.pathname.length)}`, search: location.search };
}
