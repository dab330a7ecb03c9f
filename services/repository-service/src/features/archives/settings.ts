// Settings of imports: how many run at once, and the limit of the inflated size.

export const importSpec = {
  maxImports: {
    kind: 'integer',
    name: 'MAX_IMPORTS',
    min: 1,
    max: 1000,
    default: 16,
    leastOfWorker: 1,
    about: 'imports at the same time; further ones are answered with 503 and a time to come again',
  },
  maxImportsOfUser: {
    kind: 'integer',
    name: 'MAX_IMPORTS_PER_USER',
    min: 1,
    max: 1000,
    atMost: 'MAX_IMPORTS',
    defaultText: 'three quarters of `MAX_IMPORTS`',
    leastOfWorker: 1,
    about: 'imports of one user at the same time; further ones of this user are answered with 503',
  },
  inflatedFloorBytes: {
    kind: 'bytes',
    name: 'INFLATED_FLOOR',
    min: 1024 * 1024,
    max: 2 ** 50,
    default: 4 * 2 ** 30,
    about:
      'bytes that the archive of an import may inflate to, however small it is. The default admits a payload of several gigabytes of zeros; inflating that much takes about a minute',
  },
  inflatedRatio: {
    kind: 'integer',
    name: 'INFLATED_RATIO',
    min: 1,
    max: 1_000_000,
    default: 100,
    about:
      'a larger archive may inflate to this many times its size. Web archives inflate to 3 to 10 times theirs, logs and tables to 30; deflate can reach 1,032, a zip file of gzip 1,000,000. An import that goes beyond both bounds ends there with an ERROR',
  },
} as const;
