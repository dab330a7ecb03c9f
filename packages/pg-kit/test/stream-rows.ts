// Yields single rows of a streamed query, which `streamBatches` returns in batches.
import { streamBatches } from '../src/database/stream-rows.ts';

export async function* streamRows<Row>(
  ...query: Parameters<typeof streamBatches<Row>>
): AsyncGenerator<Row, void, undefined> {
  for await (const rows of streamBatches(...query)) yield* rows;
}
