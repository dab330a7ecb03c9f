// A part of the index as pieces of a copy, read in one snapshot: no more at a time than is written in some seconds, so that
// no snapshot is held for long, which would keep PostgreSQL from clearing up.
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

/** Of one part. */
const MOST_PIECES = 8;

/** Pieces for these keys, or for as many of them from the first on as one part has. Rejects once the signal has aborted. */
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
