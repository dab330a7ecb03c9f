// Limits for rendering one page. A page that exceeds a limit is truncated, and its report says so.

const MIB = 1024 * 1024;

export const pageLimits = {
  /** Maximum size of an HTML document or a style sheet, after decoding its content codings. */
  textBytes: 4 * MIB,
  /** Maximum number of HTML nodes of a document, not counting its frames. */
  nodes: 50_000,
  /** Maximum number of references to resources, including those in frames and style sheets. */
  references: 300,
  /** Maximum number of alternatives of one reference, such as the candidates of an image. */
  alternatives: 8,
  resourceBytes: 8 * MIB,
  /** Maximum size of all decoded resources together. */
  totalBytes: 24 * MIB,
  /** Maximum length in characters of the rewritten text, not counting images and fonts. */
  textLength: 16 * MIB,
  /** Maximum size of the response. An image that is used several times counts each time. */
  writtenBytes: 64 * MIB,
  importDepth: 4,
  frameDepth: 2,
  redirects: 5,
  urlLength: 4_096,
  /** Maximum number of missing resources that a report lists. */
  missing: 100,
} as const;
