// Checksums of the blocks of large objects, with which readers detect damage before they return a block.
import type { BlockChecksums } from '@holdfast/object-store';
import type { Kysely } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export async function saveBlockChecksums(
  db: Kysely<IndexSchema>,
  key: string,
  { sizeBytes, crc32, blocks }: BlockChecksums,
): Promise<void> {
  const sums = { size_bytes: sizeBytes, crc32, blocks };
  await db
    .insertInto('object_sums')
    .values({ key, ...sums })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(sums))
    .execute();
}

export async function findBlockChecksums(
  db: Kysely<IndexSchema>,
  key: string,
): Promise<BlockChecksums | undefined> {
  const row = await db.selectFrom('object_sums').selectAll().where('key', '=', key).executeTakeFirst();
  return row && { sizeBytes: Number(row.size_bytes), crc32: Number(row.crc32), blocks: row.blocks };
}
