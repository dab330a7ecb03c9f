// Setting of the search for part of a URL.

/** URLs that the search for part of a URL covers: none, only pages (HTML, PDF, redirects), or all. */
export type UrlSearchMode = 'off' | 'pages' | 'all';
