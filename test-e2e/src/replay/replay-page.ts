// docs/replay.md: what it prints, word for word, for a repository at another address.
import { readFileSync } from 'node:fs';

const page = new URL('../../../docs/replay.md', import.meta.url);
const readme = new URL('../../../README.md', import.meta.url);

const printedUrl = 'http://127.0.0.1:24610';

/** The one code block in this language that has these words. */
export function printed(language: string, words: string, file: URL = page): string {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, of, text]) => of === language && text!.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language} have "${words}"`);
  return found[0]![2]!;
}

/** The whole config.yaml of pywb. */
export function pywbConfig(repositoryUrl: string): string {
  return printed('yaml', 'collections:').replaceAll(printedUrl, repositoryUrl);
}

/** The part of it that the README prints, too. */
export function readmePywbConfig(repositoryUrl: string): string {
  return printed('yaml', 'collections:', readme).replaceAll(printedUrl, repositoryUrl);
}

/** Its `.netrc`, with this password. */
export function netrc(password: string): string {
  return printed('', 'machine').replace('THE-PASSWORD', password);
}

/** The command that makes the user of replay tools: the words behind `./holdfast`. */
export function addUserWords(): string[] {
  return printed('sh', 'holdfast user add').trim().split(' ').slice(1);
}

/** The commands that read a whole index. */
export function wholeIndexCommands(repositoryUrl: string): string {
  return printed('sh', 'resumeKey').replaceAll(printedUrl, repositoryUrl);
}
