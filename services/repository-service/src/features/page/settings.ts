// Settings of rendered pages.

export const pageSpec = {
  pageRenderings: {
    kind: 'integer',
    name: 'PAGE_RENDERINGS',
    min: 0,
    max: 16,
    default: 2,
    leastOfWorker: 1,
    about:
      'captured pages that are rendered at once ([Captured pages](console.md#captured-pages)), each in its own thread; further requests wait, and get 503 after a few seconds; `0`: pages are not rendered',
  },
  pageRenderingMs: {
    kind: 'duration',
    name: 'PAGE_RENDERING_TIME',
    min: 1_000,
    max: 120_000,
    default: 8_000,
    about: 'time limit for rendering a captured page; resources are read during the first three quarters',
  },
} as const;
