// Tests the messages: all four languages have the same keys, every message used by a screen exists, and every message is
// used.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../src/language/languages.ts';
import type { Message } from '../src/language/message.ts';
import { listFirstFiles, readCode, source } from './first-screen.ts';

const folder = join(source, 'language', 'messages');
const languages = Object.keys(LANGUAGES);
const files = readdirSync(folder);
const screens = [...new Set(files.map((file) => file.split('.')[0]!))];

const messagesOf = (screen: string, language: string): Record<string, Message> =>
  JSON.parse(readFileSync(join(folder, `${screen}.${language}.json`), 'utf8'));

/** Returns the placeholders of a message, including those in its plural forms. */
function placeholdersOf(message: Message): string[] {
  const text = typeof message === 'string' ? message : Object.values(message).join(' ');
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();
}

describe('the messages', () => {
  it('are there in every language', () => {
    expect(files.sort()).toEqual(
      screens.flatMap((screen) => languages.map((language) => `${screen}.${language}.json`)).sort(),
    );
  });

  it.each(screens.flatMap((screen) => languages.map((language) => ({ screen, language }))))(
    'of $screen say in $language what they say in English',
    ({ screen, language }) => {
      const [english, other] = [messagesOf(screen, 'en'), messagesOf(screen, language)];
      const shape = (messages: Record<string, Message>) =>
        Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, placeholdersOf(message)]));
      expect(shape(other)).toEqual(shape(english));
      for (const message of Object.values(other))
        expect(typeof message === 'string' ? message : message.other).toMatch(/\S/);
    },
  );

  it('have the plural forms that their languages need', () => {
    for (const screen of screens)
      for (const language of languages)
        for (const [key, message] of Object.entries(messagesOf(screen, language))) {
          if (typeof message === 'string') continue;
          expect({ language, key, forms: Object.keys(message) }).toEqual({
            language,
            key,
            forms: expect.arrayContaining(['one', 'other']),
          });
        }
  });

  it('are all there that screens ask for by name', () => {
    const known = new Set(
      screens.flatMap((screen) => Object.keys(messagesOf(screen, 'en')).map((key) => `${screen}.${key}`)),
    );
    const asked = sourcesIn(source).flatMap((file) =>
      [...readCode(file).matchAll(/\b(?:t|rich)\(\s*'([^']+)'/g)].map(
        ([, key]) => `${basename(file)}: ${key}`,
      ),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter((one) => !known.has(one.split(': ')[1]!))).toEqual([]);
  });

  it('of the first screen do not belong to another screen', async () => {
    const { isFirstMessage } = (await import(join(source, '..', 'tables.mjs'))) as {
      isFirstMessage: (key: string) => boolean;
    };
    const pattern = new RegExp(`['\`]((?:${screens.join('|')})\\.[\\w.$]+)`, 'g');
    const asked = listFirstFiles().flatMap((file) =>
      [...readCode(file).matchAll(pattern)].map(([, key]) => `${basename(file)}: ${key}`),
    );
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((one) => !isFirstMessage(one.split(': ')[1]!))).toEqual([]);
  });

  it.each(languages)('tell AUs with content from configured AUs in %s', (language) => {
    const [overview, aus] = [messagesOf('overview', language), messagesOf('aus', language)];
    const terms = { en: 'configured', de: 'konfigurierte', fr: 'configurée', es: 'configurada' };
    const term = terms[language as keyof typeof terms];
    expect(overview['growth.aus']).toBe(overview.aus);
    expect(overview.aus).toMatch(/content|Inhalt|contenu|contenido/);
    expect(overview.aus).not.toContain(term);
    expect(aus.count).toEqual({
      one: expect.stringContaining(term),
      other: expect.stringContaining(term),
    });
  });

  it.each([
    ['de', /Archivierungseinheit|Repositorium/],
    ['fr', /\bAUs?\b/],
    ['es', /\bAUs?\b|[Uu]nidad de archivo/],
  ])('use the terms of the README in %s', (language, others) => {
    const all = screens.flatMap((screen) => Object.entries(messagesOf(screen, language)));
    expect(all.filter(([, message]) => others.test(JSON.stringify(message)))).toEqual([]);
  });

  it('name every screen of the table', () => {
    const table = readFileSync(join(source, 'routes.ts'), 'utf8');
    const names = [...table.matchAll(/name: '([^']+)'/g)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => messagesOf(name, 'en').title === undefined)).toEqual([]);
  });
});

function sourcesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
