// Stores the content of configuration files and sources in chunks. Does not hold whole files in memory, and does not
// occupy a database connection during a transfer. New content is invisible until a row refers to it.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

export interface StoredContent {
  readonly contentId: number;
  /** SHA-256 as hexadecimal digits. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

const PIECE_BYTES = 256 * 1024;

/** Stores the bytes. If reading `bytes` fails, removes the stored chunks and rejects with the read error. */
export async function storeContent(
  db: Db,
  bytes: AsyncIterable<Uint8Array>,
  nowMs: () => number,
): Promise<StoredContent> {
  const { content_id: contentId } = await db
    .insertInto('config_content')
    .values({ sha256: '', size_bytes: 0, created_ms: nowMs() })
    .returning('content_id')
    .executeTakeFirstOrThrow();
  try {
    const { sha256, sizeBytes } = await storePieces(db, contentId, bytes);
    await db
      .updateTable('config_content')
      .set({ sha256, size_bytes: sizeBytes })
      .where('content_id', '=', contentId)
      .execute();
    return { contentId, sha256, sizeBytes };
  } catch (error) {
    // Ignores a deletion error, so that the original error is reported. `deleteUnreferencedContents` removes the
    // content later.
    await deleteConfigContent(db, contentId).catch(() => undefined);
    throw error;
  }
}

async function storePieces(
  db: Db,
  contentId: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Omit<StoredContent, 'contentId'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let pieceNo = 0;
  for await (const piece of pieces(bytes)) {
    hash.update(piece);
    sizeBytes += piece.length;
    await db
      .insertInto('config_content_piece')
      .values({ content_id: contentId, piece_no: pieceNo, bytes: piece })
      .execute();
    pieceNo += 1;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; ) {
      const part = chunk.subarray(start, start + PIECE_BYTES - length);
      gathered.push(part);
      length += part.length;
      start += part.length;
      if (length < PIECE_BYTES) continue;
      yield Buffer.concat(gathered);
      gathered = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(gathered);
}

/** Yields the chunks in order. Throws if the content is removed meanwhile. */
export async function* readContent(
  db: Db,
  { contentId, sizeBytes }: Pick<StoredContent, 'contentId' | 'sizeBytes'>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let [pieceNo, at] = [0, 0]; at < sizeBytes; pieceNo += 1) {
    signal?.throwIfAborted();
    const piece = await db
      .selectFrom('config_content_piece')
      .select('bytes')
      .where('content_id', '=', contentId)
      .where('piece_no', '=', pieceNo)
      .executeTakeFirst();
    if (piece === undefined) throw new Error(`the content ${contentId} was removed while it was read`);
    at += piece.bytes.length;
    yield piece.bytes;
  }
}

export async function deleteConfigContent(db: Db, contentId: number): Promise<void> {
  await db.deleteFrom('config_content').where('content_id', '=', contentId).execute();
}

/** Removes content that was written before `beforeMs` and is not referenced. */
export async function deleteUnreferencedContents(db: Db, beforeMs: number): Promise<void> {
  await sql`
    delete from config_content c
    where created_ms < ${beforeMs}
      and not exists (select from config_file_version v where v.content_id = c.content_id)
      and not exists (select from config_source s where s.content_id = c.content_id)
      and not exists (select from tdb_download d where d.content_id = c.content_id)`.execute(db);
}
