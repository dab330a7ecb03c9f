// Messages of the console in the current language. Call `t` and the functions of format.ts during rendering, so that
// components render again when the language changes.
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { readStoredChoice, storeChoice } from '../browser/local-storage.ts';
import { chooseLanguageFor, chooseLocaleFor, type Language } from './languages.ts';
import { fillMessage, type Message, type MessageValues, splitMessage } from './message.ts';

interface Loaded {
  readonly language: Language;
  readonly messages: Readonly<Record<string, Message>>;
}

const loaders: Readonly<Record<Language, () => Promise<{ default: Loaded['messages'] }>>> = {
  en: () => import('messages:en'),
  de: () => import('messages:de'),
  fr: () => import('messages:fr'),
  es: () => import('messages:es'),
};

const loaded = signal<Loaded>({ language: 'en', messages: {} });

/** Current language. */
export const language = computed(() => loaded.value.language);

/** BCP 47 language tag for Intl. */
export const locale = computed(() => chooseLocaleFor(language.value, navigator.languages));

/** Loads the messages of a language and renders the page in it. The default is the user's language. */
export async function showLanguage(
  wanted: Language = chooseLanguageFor(readStoredChoice('language'), navigator.languages),
): Promise<void> {
  const { default: messages } = await loaders[wanted]();
  loaded.value = { language: wanted, messages };
  document.documentElement.lang = wanted;
}

/** Changes the language and stores it as the user's choice. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await showLanguage(wanted);
  storeChoice('language', wanted);
}

/** Returns a message, for example `t('aus.selected', { count: 3 })`. Returns the key if no message has this key. */
export function t(key: string, values: MessageValues = {}): string {
  const message = loaded.value.messages[key];
  return message === undefined ? key : fillMessage(message, values, locale.value);
}

/** Like `t`, but values can be elements, for example `translateRich('aus.open', { name: <b>…</b> })`. */
export function translateRich(
  key: string,
  values: Readonly<Record<string, ComponentChildren>>,
): ComponentChildren[] {
  const message = loaded.value.messages[key] ?? key;
  return splitMessage(message, values, locale.value).map((part) =>
    typeof part === 'string' ? part : values[part.name],
  );
}

/** Returns whether a message with this key exists. Needed for keys that contain a value from a service. */
export const hasMessage = (key: string): boolean => Object.hasOwn(loaded.value.messages, key);
