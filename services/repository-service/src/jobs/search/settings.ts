// Setting of the search for part of a URL.
export const urlSearchSpec = {
  urlSearch: {
    kind: 'enum',
    name: 'URL_SEARCH',
    values: ['off', 'pages', 'all'],
    default: 'pages',
    about:
      'URLs that can be found by a part: those of `pages` (HTML, PDF, redirects), `all`, or none (`off`); needs the PostgreSQL extension pg_trgm ([Search](search.md))',
  },
} as const;
