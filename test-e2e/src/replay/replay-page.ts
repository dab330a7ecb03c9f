// Extracts configurations and commands from docs/replay.md, and replaces the repository's address.
import { readFileSync } from 'node:fs';

const page = new URL('../../../docs/replay.md', import.meta.url);
const readme = new URL('../../../README.md', import.meta.url);

const printedUrl = 'http://127.0.0.1:24610';

/** Returns the only code block of the document that has this language and contains these words. */
export function readCodeBlock(language: string, words: string, file: URL = page): string {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, of, text]) => of === language && text!.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language} have "${words}"`);
  return found[0]![2]!;
}

/** Returns the complete config.yaml for pywb. */
export function readPywbConfig(repositoryUrl: string): string {
  return readCodeBlock('yaml', 'collections:').replaceAll(printedUrl, repositoryUrl);
}

/** Returns the part of pywb's config.yaml that the README contains as well. */
export function readmePywbConfig(repositoryUrl: string): string {
  return readCodeBlock('yaml', 'collections:', readme).replaceAll(printedUrl, repositoryUrl);
}

/** Returns the `.netrc` file with this password. */
export function readNetrc(password: string): string {
  return readCodeBlock('', 'machine').replace('THE-PASSWORD', password);
}

/** Returns the `./holdfast` arguments that create the user for replay tools. */
export function readAddUserArguments(): string[] {
  return readCodeBlock('sh', 'holdfast user add').trim().split(' ').slice(1);
}

/** Returns the documented commands that read the whole index of a site. */
export function readWholeIndexCommands(repositoryUrl: string): string {
  return readCodeBlock('sh', 'resumeKey').replaceAll(printedUrl, repositoryUrl);
}
