// Files of the built console. Lists the folder when the site is opened, and reads each file on first use.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type SiteEncoding = 'br' | 'gzip';

export interface SiteFile {
  /** Media type. */
  readonly type: string;
  /** Returns the file, plain or precompressed. */
  bytes(encoding: SiteEncoding | undefined): Buffer;
  /** Encodings in which the file is precompressed. */
  readonly encodings: readonly SiteEncoding[];
}

export interface ConsoleSite {
  /** Returns the HTML page. `base` is the path from the page to the root of the console, for its `<base>` element. */
  page(base: string): string;
  /** Returns the file at a path below the console, such as `assets/console-ABC.js`, or undefined if there is none. */
  file(path: string): SiteFile | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};
const SUFFIXES: Readonly<Record<SiteEncoding, string>> = { br: '.br', gzip: '.gz' };
const BASE = '<base href="./">';

/** Returns the folder of the built `@holdfast/console`. */
export function findBuiltConsole(): string {
  const description = createRequire(import.meta.url).resolve('@holdfast/console/package.json');
  return join(dirname(description), 'dist', 'site');
}

/** Opens the built console. Throws if the console is not built. */
export function openConsoleSite(folder: string): ConsoleSite {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('the console is not built; npm run build does that');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = new Set(readdirSync(join(folder, 'assets')));
  const files = new Map<string, SiteFile>();
  for (const name of assets) {
    const file = createSiteFile(join(folder, 'assets', name), assets);
    if (file !== undefined) files.set(`assets/${name}`, file);
  }
  const icon = createSiteFile(join(folder, 'icon.svg'), new Set());
  if (icon !== undefined) files.set('icon.svg', icon);
  return {
    page: (base) => page.replace(BASE, `<base href="${base}">`),
    file: (path) => files.get(path),
  };
}

function createSiteFile(path: string, assetNames: ReadonlySet<string>): SiteFile | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
  if (type === undefined) return undefined;
  const read = new Map<string, Buffer>();
  return {
    type,
    encodings: (['br', 'gzip'] as const).filter((encoding) => assetNames.has(name + SUFFIXES[encoding])),
    bytes(encoding) {
      const wanted = path + (encoding === undefined ? '' : SUFFIXES[encoding]);
      const bytes = read.get(wanted) ?? readFileSync(wanted);
      read.set(wanted, bytes);
      return bytes;
    },
  };
}
