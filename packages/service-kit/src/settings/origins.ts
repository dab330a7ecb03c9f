// Web origins as a setting.

/** A list with commas or blanks between. Throws an Error that completes the sentence "NAME …". */
export function parseOrigins(text: string): readonly string[] {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== '');
  for (const origin of origins) {
    const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin;
    if (!isOrigin)
      throw new Error(`must hold origins such as https://tools.example, not ${JSON.stringify(origin)}`);
  }
  return origins;
}
