// Setting of the search for part of a URL.

/** URLs that can be found by a part: none, only pages (HTML, PDF, redirects), or all. */
export type UrlSearchMode = 'off' | 'pages' | 'all';
