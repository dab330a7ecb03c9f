// Lists the available languages and chooses one of them.

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

/**
 * Returns the language that the user chose. Without a choice, returns the first available language in the browser's
 * list, or else English.
 */
export function chooseLanguageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/**
 * Returns the locale for numbers and dates: the first locale of the language in the browser's list, or else the
 * language itself.
 */
export function chooseLocaleFor(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isLocale(tag)) ?? language;
}

/** Rejects tags such as `en-US@posix`, which Chromium reports for the system locale C, because Intl throws for them. */
function isLocale(tag: string): boolean {
  return /^[a-z0-9-]+$/i.test(tag);
}
