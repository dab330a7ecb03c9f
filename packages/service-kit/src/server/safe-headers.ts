// Security headers. With them, browsers do not render a response as a page of this origin, do not frame it, and do not
// expose it to other origins. Responses often contain captured, untrusted content. The service's own pages override
// these headers.

/** Default headers of every response, including errors. A response may override them. */
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
