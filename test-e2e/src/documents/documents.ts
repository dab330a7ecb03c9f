// The project's documents, and what stands in one: its links, the anchors of its headings, commands, files of the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../../..', import.meta.url));

/** Every Markdown file, by its path from the root of the project. */
export const texts: ReadonlyMap<string, string> = new Map(
  markdownIn('').map((path) => [path, readFileSync(join(project, path), 'utf8')]),
);

function markdownIn(folder: string): string[] {
  const elsewhere = /^(?:node_modules|dist|data|toolchain|src|test|\..*)$/;
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return elsewhere.test(entry.name) ? [] : markdownIn(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Where its links and pictures lead, other hosts left out. */
export function linksOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that forges make of headings: lower case, without marks, hyphens between words. */
export function anchorsOf(text: string): string[] {
  return [...withoutCode(text, 'blocks').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What the pattern's group finds in code, in lines or in blocks. */
export function commandsOf(text: string, pattern: RegExp): string[] {
  const code = [...text.matchAll(/^```.*?^```$|`[^`\n]+`/gms)].map(([found]) => found).join('\n');
  return [...code.matchAll(pattern)].map(([, found]) => found!);
}

/** The source and script files that it names between backticks, with folders or without. */
export function sourcesIn(text: string): string[] {
  return [...text.matchAll(/`([\w-][\w./-]*\.(?:ts|mjs))`/g)].map(([, path]) => path!);
}

function withoutCode(text: string, what: 'all' | 'blocks' = 'all'): string {
  const blocks = text.replaceAll(/^```.*?^```$/gms, '');
  return what === 'blocks' ? blocks : blocks.replaceAll(/`[^`\n]*`/g, '');
}
