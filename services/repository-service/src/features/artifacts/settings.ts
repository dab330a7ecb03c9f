// Settings for reading artifacts: payloads in responses and in memory, and the page size of listings.

export const readingSpec = {
  smallContentBytes: {
    kind: 'bytes',
    name: 'SMALL_CONTENT_THRESHOLD',
    default: 4096,
    about: 'maximum size of payloads to send with `includeContent=IF_SMALL`',
  },
  contentCacheBytes: {
    kind: 'bytes',
    name: 'CONTENT_CACHE',
    max: 2 ** 40,
    default: 128 * 1024 * 1024,
    leastOfWorker: 0,
    about:
      'memory for caching payloads up to 128 KiB that are read repeatedly ([Contents in memory](operations.md#contents-in-memory)); `0`: no cache',
  },
  pageDefault: {
    kind: 'integer',
    name: 'PAGE_SIZE_DEFAULT',
    min: 1,
    max: 100_000,
    atMost: 'PAGE_SIZE_MAX',
    default: 1000,
    about: 'items in a page of a listing, if the request does not set a page size',
  },
  pageMax: {
    kind: 'integer',
    name: 'PAGE_SIZE_MAX',
    min: 1,
    max: 100_000,
    default: 2000,
    about: 'maximum items in a page of a listing',
  },
} as const;
