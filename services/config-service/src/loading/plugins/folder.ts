// Reads plugin definitions from a folder and its subfolders, as files and in archives.
import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { MAX_DEFINITION_BYTES } from '../../domain/plugin-definitions/definition.ts';
import { readPluginArchive } from './archive.ts';
import {
  addDefinitionFile,
  addIncompleteProblem,
  addProblem,
  hasPluginFileName,
  type PluginFindings,
} from './findings.ts';

const MAX_FOLDER_DEPTH = 40;
const MAX_FILES = 100_000;
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/**
 * Adds all definitions to `findings`, ordered by file name. Skips hidden files, hidden folders, and links to folders:
 * Kubernetes volumes contain links to files in a hidden folder, which would be found twice.
 */
export async function readPluginFolder(
  findings: PluginFindings,
  root: string,
  signal: AbortSignal,
): Promise<void> {
  const place = (path: string) => join(basename(root), relative(root, path)).split(sep).join('/');
  // Messages about the folder in the setting contain its full path and the name of the setting, which the operator may
  // have to correct.
  const shown = (path: string) => (path === root ? `${root} (PLUGIN_SOURCES)` : place(path));
  const waiting = [{ path: root, depth: 0, isLink: false }];
  let files = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted();
    const { path, depth, isLink } = next;
    const inside = await inspectPath(findings, path, isLink, shown(path));
    if (inside === undefined) continue;
    if (inside === 'file') await readFileAt(findings, path, place(path), signal);
    else if (depth > MAX_FOLDER_DEPTH)
      addIncompleteProblem(findings, `${place(path)}: the folders are too deep`);
    else {
      files += inside.length;
      if (files > MAX_FILES)
        return addIncompleteProblem(findings, `${shown(path)}: there are more than ${MAX_FILES} files`);
      // Reverses the order, because the stack is processed from its end.
      for (const entry of inside.filter(isOfInterest).sort(byName).reverse()) {
        waiting.push({ path: join(path, entry.name), depth: depth + 1, isLink: entry.isSymbolicLink() });
      }
    }
  }
}

/**
 * Returns the entries of a folder, or `file` for a regular file. Returns undefined for all other kinds of files, and if
 * an error occurs.
 */
async function inspectPath(
  findings: PluginFindings,
  path: string,
  isLink: boolean,
  place: string,
): Promise<Dirent[] | 'file' | undefined> {
  try {
    const found = await stat(path);
    if (found.isFile()) return 'file';
    return found.isDirectory() && !isLink ? await readdir(path, { withFileTypes: true }) : undefined;
  } catch (error) {
    addIncompleteProblem(findings, `${place}: cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return undefined;
  }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}

function isOfInterest(entry: Dirent): boolean {
  if (entry.name.startsWith('.')) return false;
  return (
    entry.isDirectory() || ((entry.isFile() || entry.isSymbolicLink()) && isDefinitionOrArchive(entry.name))
  );
}

function isDefinitionOrArchive(name: string): boolean {
  return /\.(?:xml|jar|zip)$/i.test(name);
}

async function readFileAt(
  findings: PluginFindings,
  path: string,
  place: string,
  signal: AbortSignal,
): Promise<void> {
  const found = { place, file: path, origin: { type: 'Internal' as const } };
  try {
    const { size } = await stat(path);
    if (/\.(?:jar|zip)$/i.test(path)) {
      if (size > MAX_ARCHIVE_BYTES)
        addProblem(findings, `${place}: is longer than ${MAX_ARCHIVE_BYTES} bytes`);
      else await readPluginArchive(findings, found, path, signal);
    } else if (size <= MAX_DEFINITION_BYTES || hasPluginFileName(place)) {
      addDefinitionFile(findings, { ...found, isPlugin: true }, await readFileStart(path));
    }
  } catch (error) {
    signal.throwIfAborted();
    addIncompleteProblem(
      findings,
      `${place}: cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`,
    );
  }
}

/** Reads the start of the file: up to one byte more than the maximum size of a definition. */
async function readFileStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(MAX_DEFINITION_BYTES + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}
