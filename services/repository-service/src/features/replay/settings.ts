// The settings of replay.

export const replaySpec = {
  cdxMaxLimit: {
    kind: 'integer',
    name: 'REPLAY_CDX_LIMIT',
    min: 1,
    max: 10_000_000,
    default: 100_000,
    about: 'captures in one CDX answer at most',
  },
  allowOrigin: {
    kind: 'string',
    name: 'REPLAY_ALLOW_ORIGIN',
    pattern: /^(\*|https?:\/\/[^\s/]+)$/,
    about: '`Access-Control-Allow-Origin` of the replay answers',
  },
  replayLink: {
    kind: 'string',
    name: 'REPLAY_LINK',
    pattern: /^https?:\/\/[^\s/{}]+\/\S*\{(?:url|encodedUrl)\}\S*$/,
    about:
      'where the console links to for the replay of a capture, as `https://replay.example.org/{namespace}/{timestamp}/{url}`; `{encodedUrl}` is the URL percent-encoded as one value',
  },
  cdxaNotFoundStatus: {
    kind: 'enum',
    name: 'REPLAY_CDXA_NOT_FOUND_STATUS',
    values: ['404', '200'],
    default: '404',
    about: 'status of the cdxa document that says nothing was found; 200 for clients that read it only then',
  },
  cdxbNotFoundStatus: {
    kind: 'enum',
    name: 'REPLAY_CDXB_NOT_FOUND_STATUS',
    values: ['404', '200'],
    default: '404',
    about: 'status of a cdxb answer without a capture; 200 for clients that take 404 for a wrong address',
  },
  filterDialect: {
    kind: 'enum',
    name: 'REPLAY_FILTER_DIALECT',
    values: ['pywb', 'outbackcdx'],
    default: 'pywb',
    about: 'whose syntax the filters of cdxb queries have that do not say so with `filterDialect`',
  },
} as const;
