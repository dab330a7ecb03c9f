// Settings of requested fixity checks.
export const checksSpec = {
  checksKept: {
    kind: 'integer',
    name: 'CHECKS_KEPT',
    min: 1,
    max: 1_000_000,
    default: 10_000,
    about:
      'number of ended fixity checks to keep in the index; the certificates of older checks remain in the object store',
  },
} as const;
