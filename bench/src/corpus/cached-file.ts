// Caches the benchmark's files between runs, because creating them takes minutes.
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArchiveForm, toArchiveExtension } from './forms.ts';
import { type FileKind, type WarcFacts, writeWarcFile } from './warc-file.ts';

/** Version of the cached files. Increase it when their content changes. */
const EDITION = 1;

export type WarcFile = WarcFacts & {
  kind: FileKind;
  path: string;
  /** Files that contain the same records in other formats. */
  others?: readonly { readonly name: string; readonly path: string }[];
};

/** Returns the file of a kind and format. Creates the file unless `folder` already contains it. */
export async function ensureCachedFile(
  say: (sentence: string) => void,
  folder: string,
  kind: FileKind,
  scale: number,
  form: ArchiveForm = 'warc',
): Promise<WarcFile> {
  const path = join(folder, `${kind}-scale${scale}-edition${EDITION}.${toArchiveExtension(form)}`);
  const known = await readFacts(path);
  if (known) return { ...known, kind, path };
  await mkdir(folder, { recursive: true });
  say(`Making the ${kind} file as ${toArchiveExtension(form)} (once; kept in ${folder})…`);
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

/** Returns the recorded sizes and counts of a complete file; undefined if the file is missing or incomplete. */
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
