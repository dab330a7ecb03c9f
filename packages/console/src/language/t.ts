// The messages of the console in the language that is shown. `t` and everything in format.ts are to be called while
// something is drawn: it is drawn again when the language changes.
import { computed, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { recall, remember } from '../browser/remembered.ts';
import { type Language, languageFor, localeFor } from './languages.ts';
import { filled, type Message, partsOf, type Values } from './message.ts';

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

/** The language that is shown. */
export const language = computed(() => loaded.value.language);

/** BCP 47, for Intl. */
export const locale = computed(() => localeFor(language.value, navigator.languages));

/** Resolves when the messages are there; without a language in the one that the reader wants. */
export async function showLanguage(
  wanted: Language = languageFor(recall('language'), navigator.languages),
): Promise<void> {
  const { default: messages } = await loaders[wanted]();
  loaded.value = { language: wanted, messages };
  document.documentElement.lang = wanted;
}

/** The same, as the reader's choice for the next time. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  await showLanguage(wanted);
  remember('language', wanted);
}

/** `t('aus.selected', { count: 3 })`. A key without a message is shown as it is. */
export function t(key: string, values: Values = {}): string {
  const message = loaded.value.messages[key];
  return message === undefined ? key : filled(message, values, locale.value);
}

/** The same with elements for values: `rich('aus.open', { name: <b>…</b> })`. */
export function rich(key: string, values: Readonly<Record<string, ComponentChildren>>): ComponentChildren[] {
  const message = loaded.value.messages[key] ?? key;
  return partsOf(message, values, locale.value).map((part) =>
    typeof part === 'string' ? part : values[part.name],
  );
}

/** Whether there is such a message: for words that come from a service. */
export const hasMessage = (key: string): boolean => Object.hasOwn(loaded.value.messages, key);
