// Headers that stop browsers from running a response as a page of this origin, framing it, or giving it to pages of
// other origins. Responses often contain captured or otherwise foreign content. The service's own pages override these
// headers.

/** Headers of every response, including errors, unless the response sets its own. */
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
