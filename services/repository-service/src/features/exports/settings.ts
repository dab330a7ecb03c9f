// Settings of exports.

export const exportSpec = {
  maxExports: {
    kind: 'integer',
    name: 'MAX_EXPORTS',
    min: 1,
    max: 1000,
    default: 16,
    leastOfWorker: 1,
    about:
      'maximum concurrent export downloads; one user may use three quarters of them; further requests get 503',
  },
} as const;
