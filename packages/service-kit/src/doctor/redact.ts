// Redacts secrets in texts. This is only a safeguard: checks should not print secrets.

/** Minimum length of a secret to redact, because shorter ones may also occur in ordinary words. */
const MIN_CHARACTERS = 4;

/**
 * Returns `secrets` and the passwords in database URLs, in every encoding that may occur in messages. If a secret is a
 * comma-separated list, also returns its parts.
 */
export function listSecrets(secrets: readonly (string | undefined)[], urls: readonly string[]): string[] {
  const passwords = urls.flatMap((url) => {
    const [, encoded = ''] = /^[a-z]+:\/\/[^/@]*?:([^@]*)@/.exec(url) ?? [];
    return [encoded, decode(encoded)];
  });
  const parts = secrets.flatMap((secret) => secret?.split(',') ?? []);
  return [...new Set([...secrets, ...parts, ...passwords])]
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
