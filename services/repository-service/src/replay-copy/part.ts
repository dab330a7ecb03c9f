// Reads a part of the index in one snapshot and writes it as pieces. A part is small enough to be written
// within seconds: a long snapshot would keep PostgreSQL from cleaning up.
import type { ConnectionSource, RawRows } from '@holdfast/pg-kit';
import { copyRows } from '../index/replay/copy-rows.db.ts';
import type { CopyPiece, KeysOfNamespace } from './manifest.ts';
import { type WritePiecesOptions, writePieces } from './write-pieces.ts';

export interface PartDeps {
  readonly source: ConnectionSource;
  readonly folder: string;
  newId(): string;
}

/** `from` and `below` are shorter than a head. */
export type PartKeys = KeysOfNamespace & Pick<CopyPiece, 'namespace'>;

/** Maximum number of pieces in one part. */
const MOST_PIECES = 8;

/**
 * Makes pieces for these keys, or for the first of them if they exceed one part. Rejects once the signal has aborted.
 */
export async function copyPart(
  { source, folder, newId }: PartDeps,
  keys: PartKeys,
  signal: AbortSignal,
  options: WritePiecesOptions = {},
): Promise<CopyPiece[]> {
  return copyRows(source, async ({ snapshot, rows }) => {
    const part = { mostPieces: MOST_PIECES, ...options };
    const written = await writePieces({ newName: newId }, folder, until(rows(keys), signal), keys, part);
    const { namespace, namespaceId } = keys;
    return written.map((piece) => ({ ...piece, namespace, namespaceId, snapshot: snapshot.text }));
  });
}

async function* until(rows: AsyncIterable<RawRows>, signal: AbortSignal): AsyncGenerator<RawRows> {
  for await (const batch of rows) {
    signal.throwIfAborted();
    yield batch;
  }
}
