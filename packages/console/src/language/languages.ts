// The available languages and the choice among them.

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

/**
 * Returns the language that the user chose earlier, otherwise the first available language of the browser's list,
 * otherwise English.
 */
export function chooseLanguageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** Returns the locale for numbers and dates: the language with the user's region, if the browser names one for it. */
export function chooseLocaleFor(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isLocale(tag)) ?? language;
}

/** Chromium reports `en-US@posix` if the system locale is C. Intl rejects it. */
function isLocale(tag: string): boolean {
  return /^[a-z0-9-]+$/i.test(tag);
}
