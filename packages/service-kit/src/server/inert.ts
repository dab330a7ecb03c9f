// Headers by which no browser takes an answer for a page of this origin, frames it, or hands it to pages of another. What
// is answered was often captured elsewhere or written by others; the pages that are ours say so themselves.

/** On every answer, errors included, unless the answer says otherwise. */
export const INERT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const entries = Object.entries(INERT_HEADERS);

export function makeInert(response: { setHeader(name: string, value: string): unknown }): void {
  for (const [name, value] of entries) response.setHeader(name, value);
}
