// The built console: which files a browser loads, and their sizes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface BuiltFile {
  readonly bytes: number;
  readonly entryPoint?: string;
  /** Files that this file imports statically. */
  readonly imports: readonly string[];
}

const built = join(import.meta.dirname, '..', 'dist');
const site = join(built, 'site');
const assets = join(site, 'assets');

/** Returns the HTML page. */
export const readBuiltPage = (): string => readFileSync(join(site, 'index.html'), 'utf8');

/** Returns the names of the scripts and stylesheets that the page loads, in the order of the page. */
export const listPageFiles = (): string[] =>
  [...readBuiltPage().matchAll(/<(?:link|script) [^>]*>/g)]
    .filter(([tag]) => !tag.includes(' disabled'))
    .flatMap(([tag]) => /"assets\/([^"]+)"/.exec(tag)?.[1] ?? []);

/** Returns the names of the additional files that the page lists for a screen. */
export function readScreenFiles(screen: string): readonly string[] {
  const [, lists = '{}'] =
    /<script type="application\/json" id="screen-files">(.*?)<\/script>/.exec(readBuiltPage()) ?? [];
  return (JSON.parse(lists) as Record<string, readonly string[]>)[screen] ?? [];
}

/** Returns the names of the built entry point and of all files that it imports statically. */
export function listEntryFiles(entryPoint: string): string[] {
  const all = JSON.parse(readFileSync(join(built, 'sizes.json'), 'utf8')) as Record<string, BuiltFile>;
  const files = new Set(Object.keys(all).filter((name) => all[name]!.entryPoint === entryPoint));
  if (files.size === 0) throw new Error(`The build has no ${entryPoint}.`);
  for (const name of files) for (const needed of all[name]!.imports) files.add(needed);
  return [...files];
}

/** Returns the size of a file in the encoding that browsers choose. */
export const measureBrotliBytes = (name: string): number => statSync(join(assets, `${name}.br`)).size;

/** Returns the content of the stylesheet whose file name begins with `start`. */
export function readBuiltStyles(start: string): string {
  const name = readdirSync(assets).find((one) => one.startsWith(start) && one.endsWith('.css'));
  return readFileSync(join(assets, name!), 'utf8');
}
