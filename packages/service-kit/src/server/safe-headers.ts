// Headers that stop browsers from running an answer as a page of this origin, framing it, or giving it to pages of
// other origins. Answers often contain captured or foreign content. Our own pages override these headers.

/** Headers of every answer, errors included, unless it sets its own. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const entries = Object.entries(SAFE_HEADERS);

export function setSafeHeaders(response: { setHeader(name: string, value: string): unknown }): void {
  for (const [name, value] of entries) response.setHeader(name, value);
}
