// Messages of the console in the current language. Call `t` and the functions of format.ts during rendering, so that
// components render again when the language changes.
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { storeChoice } from '../browser/local-storage.ts';
import { chooseFirstLanguage, firstLoaders, type MessageLoaders, type Messages } from './first-messages.ts';
import { chooseLocaleFor, type Language } from './languages.ts';
import { fillMessage, type MessageValues, splitMessage } from './message.ts';

interface LoadedMessages {
  readonly language: Language;
  readonly messages: Messages;
}

const screenLoaders: MessageLoaders = {
  en: () => import('messages:en:screens'),
  de: () => import('messages:de:screens'),
  fr: () => import('messages:fr:screens'),
  es: () => import('messages:es:screens'),
};

const loaded = signal<LoadedMessages>({ language: 'en', messages: {} });
let wantedLanguage: Language = 'en';
let screensAreWanted = false;

/** Current language. */
export const language = computed(() => loaded.value.language);

/** BCP 47 language tag for Intl. */
export const locale = computed(() => chooseLocaleFor(language.value, navigator.languages));

/** Loads the messages of a language and renders the page in it. The default is the user's language. */
export async function showLanguage(wanted: Language = chooseFirstLanguage()): Promise<void> {
  wantedLanguage = wanted;
  await loadMessages(screensAreWanted ? [firstLoaders, screenLoaders] : [firstLoaders]);
}

/**
 * Loads the messages of all screens except the overview. After this call, a language change loads these messages as
 * well.
 */
export async function loadScreenMessages(): Promise<void> {
  if (screensAreWanted) return;
  screensAreWanted = true;
  try {
    await loadMessages([screenLoaders]);
  } catch (error) {
    screensAreWanted = false;
    throw error;
  }
}

/** Loads groups of messages in the chosen language. Discards them if the user chooses another language meanwhile. */
async function loadMessages(groups: readonly MessageLoaders[]): Promise<void> {
  const wanted = wantedLanguage;
  const found = await Promise.all(groups.map((loaders) => loaders[wanted]()));
  if (wanted !== wantedLanguage) return;
  const before = loaded.peek();
  const kept = before.language === wanted ? before.messages : {};
  loaded.value = {
    language: wanted,
    messages: Object.assign({ ...kept }, ...found.map((module) => module.default)),
  };
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
