// The manifest of a replay copy: one JSON file in its folder, replaced atomically. Files that it does not
// name are not part of the copy.
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareKeys } from '../domain/keys/key-spans.ts';

export interface CopyManifest {
  /** Id of the copy in the database. */
  readonly id: string;
  /** Number of heartbeats counted by the database, and the time of the last one in milliseconds since the epoch. */
  readonly beat: number;
  readonly beatMs: number;
  /** Ordered by namespace and key; no two pieces contain the same key. */
  readonly pieces: readonly CopyPiece[];
  /** When the index was found to be too large for the space of the copy. */
  readonly tooLargeMs?: number;
}

export interface CopyPiece {
  /** File name within the folder. */
  readonly file: string;
  readonly namespace: string;
  readonly namespaceId: number;
  /**
   * The piece contains the captures with urlkeys from `from` (inclusive) to `below` (exclusive), in UTF-8 byte order.
   */
  readonly from: string;
  /** Undefined: no upper bound. */
  readonly below: string | undefined;
  /** PostgreSQL snapshot as text. The piece contains exactly the changes visible in it. */
  readonly snapshot: string;
  readonly captures: number;
  readonly bytes: number;
}

const MANIFEST = 'manifest.json';
/** This file contains the folder's name, which distinguishes it from the folders of other machines. */
const NAME = 'name';
export const OWN_FILES: readonly string[] = [MANIFEST, NAME];
/** Pieces of another format are not read. */
const FORMAT = 1;

/** Returns undefined if there is no readable manifest. */
export async function readManifest(folder: string): Promise<CopyManifest | undefined> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(orMissing);
  if (text === undefined) return undefined;
  try {
    const { format, ...manifest } = JSON.parse(text);
    return format === FORMAT ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

export async function writeManifest(folder: string, manifest: CopyManifest): Promise<void> {
  const unfinished = join(folder, `${MANIFEST}.new`);
  await writeFile(unfinished, JSON.stringify({ format: FORMAT, ...manifest }));
  await rename(unfinished, join(folder, MANIFEST));
}

/** Returns the name of the folder. The first caller creates it. */
export async function readFolderName(folder: string, newName: () => string): Promise<string> {
  const file = join(folder, NAME);
  const kept = await readFile(file, 'utf8').catch(orMissing);
  if (kept !== undefined) return kept;
  // The file appears with its complete content, and a concurrent creator uses the existing one.
  const unfinished = `${file}.${newName()}`;
  await writeFile(unfinished, newName());
  await link(unfinished, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(unfinished);
  return readFile(file, 'utf8');
}

/** With these pieces in the place of those that hold keys of the range. */
export function replacePieces(
  manifest: CopyManifest,
  range: KeysOfNamespace,
  pieces: readonly CopyPiece[],
): CopyManifest {
  const others = manifest.pieces.filter((piece) => !overlaps(piece, range));
  return { ...manifest, pieces: [...others, ...pieces].sort(inOrder) };
}

export type KeysOfNamespace = Pick<CopyPiece, 'namespaceId' | 'from' | 'below'>;

function overlaps(one: KeysOfNamespace, other: KeysOfNamespace): boolean {
  return one.namespaceId === other.namespaceId && !isBelow(one, other.from) && !isBelow(other, one.from);
}

/** Whether all keys of the range are below the key. */
export function isBelow({ below }: Pick<CopyPiece, 'below'>, key: string): boolean {
  return below !== undefined && compareKeys(below, key) <= 0;
}

function inOrder(one: KeysOfNamespace, other: KeysOfNamespace): number {
  return one.namespaceId - other.namespaceId || compareKeys(one.from, other.from);
}
