// Removes secrets from texts. This is only a last safeguard: no check should print a secret.

/** Minimum length of a value to remove. Shorter values could also occur in ordinary words. */
const MIN_CHARACTERS = 4;

/**
 * Returns the given secrets and the passwords in database URLs, in every encoding in which they could appear in
 * messages.
 */
export function listSecrets(secrets: readonly (string | undefined)[], urls: readonly string[]): string[] {
  const passwords = urls.flatMap((url) => {
    const [, encoded = ''] = /^[a-z]+:\/\/[^/@]*?:([^@]*)@/.exec(url) ?? [];
    return [encoded, decode(encoded)];
  });
  return [...new Set([...secrets, ...passwords])]
    .filter((one): one is string => one !== undefined && one.length >= MIN_CHARACTERS)
    .sort((a, b) => b.length - a.length);
}

export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, '…'), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
