// A payload digest as every answer of the service spells it.

/** `SHA-256:` and 64 lower-case hex digits, from the digest's bytes or its hex. */
export function digestText(sha256: Buffer | string): string {
  return `SHA-256:${typeof sha256 === 'string' ? sha256 : sha256.toString('hex')}`;
}

/** The hex digits of such a text. */
export function hexOfDigest(text: string): string {
  return text.slice(text.indexOf(':') + 1);
}
