// Reads the project's documents and extracts links, heading anchors, commands and source file names.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const documentsProjectFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Text of every Markdown file, by its path relative to the project root. */
export const documentTexts: ReadonlyMap<string, string> = new Map(
  listMarkdownFiles('').map((path) => [path, readFileSync(join(documentsProjectFolder, path), 'utf8')]),
);

function listMarkdownFiles(folder: string): string[] {
  const elsewhere = /^(?:node_modules|dist|data|toolchain|src|test|\..*)$/;
  return readdirSync(join(documentsProjectFolder, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return elsewhere.test(entry.name) ? [] : listMarkdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Returns the targets of links and images, except links to other hosts. */
export function extractLinks(text: string): string[] {
  return [...removeCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/**
 * Returns the anchors that GitHub and similar sites generate for headings: lower case, no punctuation, hyphens between
 * words.
 */
export function extractAnchors(text: string): string[] {
  return [...removeCode(text, 'blocks').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Searches inline code and code blocks for the pattern. Returns the text of its capturing group for each match. */
export function extractCommands(text: string, pattern: RegExp): string[] {
  const code = [...text.matchAll(/^```.*?^```$|`[^`\n]+`/gms)].map(([found]) => found).join('\n');
  return [...code.matchAll(pattern)].map(([, found]) => found!);
}

/** Returns the source and script files named in backticks, with or without folders. */
export function extractSources(text: string): string[] {
  return [...text.matchAll(/`([\w-][\w./-]*\.(?:ts|mjs))`/g)].map(([, path]) => path!);
}

function removeCode(text: string, what: 'all' | 'blocks' = 'all'): string {
  const blocks = text.replaceAll(/^```.*?^```$/gms, '');
  return what === 'blocks' ? blocks : blocks.replaceAll(/`[^`\n]*`/g, '');
}
