// Loads the messages of the page frame and of the overview, in one language.
import { readStoredChoice } from '../browser/local-storage.ts';
import { chooseLanguageFor, type Language } from './languages.ts';
import type { Message } from './message.ts';

export type Messages = Readonly<Record<string, Message>>;
export type MessageLoaders = Readonly<Record<Language, () => Promise<{ default: Messages }>>>;

export const firstLoaders: MessageLoaders = {
  en: () => import('messages:en'),
  de: () => import('messages:de'),
  fr: () => import('messages:fr'),
  es: () => import('messages:es'),
};

/** Returns the initial language of the page. */
export const chooseFirstLanguage = (): Language =>
  chooseLanguageFor(readStoredChoice('language'), navigator.languages);
