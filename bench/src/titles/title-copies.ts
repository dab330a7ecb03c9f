// Makes a large title database from copies of a real one. In each copy, publishers, titles and AUs have different names
// and ISSNs, so that no AU occurs in two copies.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface CopiedTitles {
  readonly files: number;
  readonly sizeBytes: number;
}

/** Writes `count` copies to `folder`. Copy 0 is identical to the original. */
export async function writeCopies(original: string, folder: string, count: number): Promise<CopiedTitles> {
  const names = (await readdir(original, { recursive: true })).filter((name) => name.endsWith('.tdb'));
  let sizeBytes = 0;
  for (const name of names) {
    const text = await readFile(join(original, name), 'utf8');
    for (let copy = 0; copy < count; copy++) {
      const path = join(folder, String(copy), name);
      const copied = copy === 0 ? text : renameCopy(text, copy);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, copied);
      sizeBytes += Buffer.byteLength(copied);
    }
  }
  return { files: names.length * count, sizeBytes };
}

/** Renames publishers, titles and AUs in a file. Expects one list or assignment per line, as in the real files. */
export function renameCopy(text: string, copy: number): string {
  let namePosition = -1;
  let marked = false;
  const lines = text.split('\n').map((line) => {
    const [, implicit] = /\bimplicit\s*<([^>]*)>/.exec(line) ?? [];
    if (implicit !== undefined) {
      namePosition = implicit.split(';').findIndex((word) => word.trim() === 'name');
      return line;
    }
    const [, before, values, after] = /^(\s*au\s*<)(.*)(>[^>]*)$/.exec(line) ?? [];
    if (values !== undefined) return before + renameValue(values, namePosition, copy) + after;
    const [, key, value] = /^(\s*(?:name|issn|eissn|issnl)\s*=\s*)(\S.*)$/.exec(line) ?? [];
    if (key !== undefined)
      return key + (key.includes('name') ? makeCopyName(value!, copy) : makeCopyIssn(value!, copy));
    if (marked || !line.startsWith('{')) return line;
    marked = true;
    return `{ param[copy] = ${copy}\n${line.slice(1)}`;
  });
  return lines.join('\n');
}

export function makeCopyName(name: string, copy: number): string {
  return copy === 0 ? name : `${copy} ${name}`;
}

/** Changes the number in an ISSN field, but not the text after the number. */
export function makeCopyIssn(issn: string, copy: number): string {
  return issn.replace(/^(\d{4})-(\d{3})([\dX])/, (_all, first: string, second: string, check: string) => {
    const digits = String((Number(first + second) + copy * 271_828) % 10_000_000).padStart(7, '0');
    return `${digits.slice(0, 4)}-${digits.slice(4)}${check}`;
  });
}

function renameValue(values: string, position: number, copy: number): string {
  const words = values.split(';');
  const name = words[position];
  if (name !== undefined) words[position] = ` ${makeCopyName(name.trim(), copy)} `;
  return words.join(';');
}
