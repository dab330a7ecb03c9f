// Settings of imports: number of concurrent imports and maximum inflated size.

export const importSpec = {
  maxImports: {
    kind: 'integer',
    name: 'MAX_IMPORTS',
    min: 1,
    max: 1000,
    default: 16,
    leastOfWorker: 1,
    about: 'maximum concurrent imports; further requests get 503 with `Retry-After`',
  },
  maxImportsOfUser: {
    kind: 'integer',
    name: 'MAX_IMPORTS_PER_USER',
    min: 1,
    max: 1000,
    atMost: 'MAX_IMPORTS',
    defaultText: 'three quarters of `MAX_IMPORTS`',
    leastOfWorker: 1,
    about: 'maximum concurrent imports of one user; further requests of this user get 503',
  },
  inflatedFloorBytes: {
    kind: 'bytes',
    name: 'INFLATED_FLOOR',
    min: 1024 * 1024,
    max: 2 ** 50,
    default: 4 * 2 ** 30,
    about:
      'bytes to which even a small archive may decompress. The default allows a payload of several gigabytes of zeros; decompressing it takes about a minute',
  },
  inflatedRatio: {
    kind: 'integer',
    name: 'INFLATED_RATIO',
    min: 1,
    max: 1_000_000,
    default: 100,
    about:
      'factor by which a larger archive may grow when decompressed. Web archives grow by 3 to 10, logs and tables by 30. The maximum is 1,032 for deflate, and 1,000,000 for a ZIP file of gzip files. An import that exceeds both limits ends with an ERROR',
  },
} as const;
