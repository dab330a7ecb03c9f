// Settings of replay.

export const replaySpec = {
  cdxMaxLimit: {
    kind: 'integer',
    name: 'REPLAY_CDX_LIMIT',
    min: 1,
    max: 10_000_000,
    default: 100_000,
    about: 'maximum captures in one CDX response',
  },
  allowOrigin: {
    kind: 'string',
    name: 'REPLAY_ALLOW_ORIGIN',
    pattern: /^(\*|https?:\/\/[^\s/]+)$/,
    about: '`Access-Control-Allow-Origin` of replay responses',
  },
  replayLink: {
    kind: 'string',
    name: 'REPLAY_LINK',
    pattern: /^https?:\/\/[^\s/{}]+\/\S*\{(?:url|encodedUrl)\}\S*$/,
    about:
      'URL template of your replay tool for links in the console, such as `https://replay.example.org/{namespace}/{timestamp}/{url}`; `{encodedUrl}` is the URL percent-encoded as one value',
  },
  cdxaNotFoundStatus: {
    kind: 'enum',
    name: 'REPLAY_CDXA_NOT_FOUND_STATUS',
    values: ['404', '200'],
    default: '404',
    about:
      'status of a cdxa response without a capture; `200` for clients that read the document only with this status',
  },
  cdxbNotFoundStatus: {
    kind: 'enum',
    name: 'REPLAY_CDXB_NOT_FOUND_STATUS',
    values: ['404', '200'],
    default: '404',
    about:
      'status of a cdxb response without a capture; `200` for clients that interpret 404 as a wrong address',
  },
  filterDialect: {
    kind: 'enum',
    name: 'REPLAY_FILTER_DIALECT',
    values: ['pywb', 'outbackcdx'],
    default: 'pywb',
    about: 'filter syntax of cdxb queries without `filterDialect`',
  },
} as const;
