// Finds the page of the console to open after a login through an OpenID Connect provider.
const MAX_PAGE_CHARACTERS = 1_024;
/** Paths below the console that are not pages. Returning to such a path would call a service or log the user out. */
const NO_SCREEN = /^[/]*(?:oidc|repository|assets)(?:\/|$)/i;

/**
 * Returns the page of the console to return to, relative to the console. Returns undefined for all other addresses, so
 * that a login link cannot redirect to another site.
 */
export function findReturnPage(consoleUrl: string, given: string | null): string | undefined {
  if (given === null || given.length > MAX_PAGE_CHARACTERS || !/^[!-~]+$/.test(given)) return undefined;
  try {
    // The prefix `./` makes any address relative. Parsing the URL then resolves dot segments.
    const { href, pathname } = new URL(`./${given}`, consoleUrl);
    if (!href.startsWith(consoleUrl)) return undefined;
    const path = decodeURIComponent(pathname.slice(new URL(consoleUrl).pathname.length));
    return NO_SCREEN.test(path) ? undefined : href.slice(consoleUrl.length);
  } catch {
    return undefined;
  }
}
