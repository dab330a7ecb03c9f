// Recognizes ISSNs.

const ISSN = /^\d{4}-?\d{3}[\dx]$/i;

/** Normalizes an ISSN: `1234-567x`, `1234567X` → `1234-567X`. Returns undefined if the text is not an ISSN. */
export function parseIssn(text: string): string | undefined {
  const trimmed = text.trim();
  if (!ISSN.test(trimmed)) return undefined;
  const digits = trimmed.replace('-', '').toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
