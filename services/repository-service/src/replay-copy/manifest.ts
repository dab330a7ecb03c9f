// What a copy of the replay index consists of: one JSON file in its folder, put in place whole each time. The pieces that it
// does not name are not part of the copy, whatever lies in the folder.
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareKeys } from '../domain/keys/key-spans.ts';

export interface CopyManifest {
  /** What the database knows the copy by. */
  readonly id: string;
  /** Heartbeats that the database has counted of it, and when the last one was, milliseconds since the epoch. */
  readonly beat: number;
  readonly beatMs: number;
  /** By namespace and key; no two hold the same key. */
  readonly pieces: readonly CopyPiece[];
  /** When the index was found to be larger than the room for its copy. */
  readonly tooLargeMs?: number;
}

export interface CopyPiece {
  /** Its name within the folder. */
  readonly file: string;
  readonly namespace: string;
  readonly namespaceId: number;
  /** It holds the captures whose urlkeys are not below `from`, but below `below`, in bytes of UTF-8. */
  readonly from: string;
  /** Undefined: it goes on to the last key. */
  readonly below: string | undefined;
  /** Of PostgreSQL, as text: what was visible in it is in the piece, and nothing else. */
  readonly snapshot: string;
  readonly captures: number;
  readonly bytes: number;
}

const MANIFEST = 'manifest.json';
/** Has the name of the folder, by which those that share it know it among all others. */
const NAME = 'name';
export const OWN_FILES: readonly string[] = [MANIFEST, NAME];
/** Pieces of another format are not read. */
const FORMAT = 1;

/** Undefined where there is none that can be read. */
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

/** Made by who asks first. */
export async function nameOfFolder(folder: string, newName: () => string): Promise<string> {
  const file = join(folder, NAME);
  const kept = await readFile(file, 'utf8').catch(orMissing);
  if (kept !== undefined) return kept;
  // It appears with all that it holds, and whoever is later takes that.
  const unfinished = `${file}.${newName()}`;
  await writeFile(unfinished, newName());
  await link(unfinished, file).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(unfinished);
  return readFile(file, 'utf8');
}

/** With these pieces in the place of those that hold keys of the range. */
export function withPieces(
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
