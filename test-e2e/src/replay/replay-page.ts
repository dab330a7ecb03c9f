// Extracts configurations and commands from docs/replay.md, and replaces the repository's address.
import { readFileSync } from 'node:fs';

const page = new URL('../../../docs/replay.md', import.meta.url);
const readme = new URL('../../../README.md', import.meta.url);

const printedUrl = 'http://127.0.0.1:24610';

/** Returns the only code block in this language that contains these words. */
export function readCodeBlock(language: string, words: string, file: URL = page): string {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, of, text]) => of === language && text!.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language} have "${words}"`);
  return found[0]![2]!;
}

/** Returns pywb's complete config.yaml. */
export function readPywbConfig(repositoryUrl: string): string {
  return readCodeBlock('yaml', 'collections:').replaceAll(printedUrl, repositoryUrl);
}

/** Returns the part of config.yaml that the README also prints. */
export function readmePywbConfig(repositoryUrl: string): string {
  return readCodeBlock('yaml', 'collections:', readme).replaceAll(printedUrl, repositoryUrl);
}

/** Returns the `.netrc` with this password. */
export function readNetrc(password: string): string {
  return readCodeBlock('', 'machine').replace('THE-PASSWORD', password);
}

/** Returns the arguments of `./holdfast` that create the user for replay tools. */
export function readAddUserArguments(): string[] {
  return readCodeBlock('sh', 'holdfast user add').trim().split(' ').slice(1);
}

/** Returns the commands that read a whole index. */
export function readWholeIndexCommands(repositoryUrl: string): string {
  return readCodeBlock('sh', 'resumeKey').replaceAll(printedUrl, repositoryUrl);
}
