// Which languages there are, and which of them somebody reads best.

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

/** The one chosen before, else the first of the browser's that there is, else English. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** The locale for numbers and dates: with the reader's region where that is of the language. */
export function localeFor(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isLocale(tag)) ?? language;
}

/** Chromium tells `en-US@posix` where the system's locale is C, which Intl does not know. */
function isLocale(tag: string): boolean {
  return /^[a-z0-9-]+$/i.test(tag);
}
