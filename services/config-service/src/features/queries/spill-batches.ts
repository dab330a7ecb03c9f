// Buffers batches between the database and a slow client, in memory or in a temporary file. The database connection is
// released as soon as the query has finished.
import { SpillBuffer, type SpillSpace } from '@holdfast/http-kit';
import { openUnlinkedFile } from '../../loading/spool.ts';

export interface SpillDeps {
  readonly spoolFolder: string;
  readonly space: SpillSpace;
}

const MEMORY_BYTES = 1024 * 1024;

/**
 * Yields the batches of `ask` as JSON arrays. `ask` does not wait for the client; it is aborted if the client stops
 * reading. Throws errors of `ask` and of the spool space.
 */
export async function* spillBatches(
  deps: SpillDeps,
  ask: (signal: AbortSignal) => AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = new SpillBuffer({
    memoryBytes: MEMORY_BYTES,
    openFile: () => openUnlinkedFile(deps.spoolFolder),
    space: deps.space,
  });
  const stopping = new AbortController();
  const asked = fill(lines, ask(stopping.signal));
  try {
    yield* linesOf(lines);
  } finally {
    stopping.abort();
    lines.destroy();
    await asked;
  }
}

/** Does not reject, because the buffer passes errors to the reader. */
async function fill(lines: SpillBuffer, batches: AsyncIterable<readonly unknown[]>): Promise<void> {
  try {
    for await (const batch of batches) {
      if (batch.length > 0) lines.append(Buffer.from(`${JSON.stringify(batch)}\n`));
      await lines.written();
    }
    lines.finish();
  } catch (error) {
    lines.destroy(error as Error);
  }
}

const NEWLINE = 0x0a;

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let begun: Buffer[] = [];
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const rest = chunk.subarray(start, end);
      yield begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
}
