// The benchmark's files are made once and kept between runs: making all of them takes minutes.
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOf, type Form } from './forms.ts';
import { type FileKind, type WarcFacts, writeWarcFile } from './warc-file.ts';

/** Changes with what the files hold, so that an old one is not taken for a new one. */
const EDITION = 1;

export type WarcFile = WarcFacts & {
  kind: FileKind;
  path: string;
  /** Paths of its records in other forms. */
  others?: readonly { readonly name: string; readonly path: string }[];
};

/** The file of a kind and form, from `folder` when it was made before. */
export async function cachedFile(
  say: (sentence: string) => void,
  folder: string,
  kind: FileKind,
  scale: number,
  form: Form = 'warc',
): Promise<WarcFile> {
  const path = join(folder, `${kind}-scale${scale}-edition${EDITION}.${extensionOf(form)}`);
  const known = await readFacts(path);
  if (known) return { ...known, kind, path };
  await mkdir(folder, { recursive: true });
  say(`Making the ${kind} file as ${extensionOf(form)} (once; kept in ${folder})…`);
  const unfinished = `${path}.${process.pid}.part`;
  try {
    const facts = await writeWarcFile(unfinished, kind, scale, form);
    await rename(unfinished, path);
    await writeFile(factsPath(path), JSON.stringify(facts));
    return { ...facts, kind, path };
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** What is known of a finished file; undefined when it is not there or not whole. */
async function readFacts(path: string): Promise<WarcFacts | undefined> {
  try {
    const facts = JSON.parse(await readFile(factsPath(path), 'utf8')) as WarcFacts;
    return (await stat(path)).size === facts.sizeBytes ? facts : undefined;
  } catch {
    return undefined;
  }
}

function factsPath(path: string): string {
  return `${path}.json`;
}
