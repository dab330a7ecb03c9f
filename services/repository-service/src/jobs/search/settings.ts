// Setting of the search for part of a URL.
export const urlSearchSpec = {
  urlSearch: {
    kind: 'enum',
    name: 'URL_SEARCH',
    values: ['off', 'pages', 'all'],
    default: 'pages',
    about:
      'URLs that the search for part of a URL covers: `pages` (HTML, PDF, redirects), `all`, or `off` (none); needs the PostgreSQL extension pg_trgm ([Search](search.md))',
  },
} as const;
