// Batches of a query between the database, which gives them at its pace, and the client, which takes them at its own:
// what nobody has taken yet waits in memory or in a temp file, and the database is let go as soon as it has given all.
import { SpillBuffer, type SpillSpace } from '@holdfast/http-kit';
import { openNameless } from '../../loading/spool.ts';

export interface SpillDeps {
  /** Where the files are. */
  readonly spoolFolder: string;
  readonly space: SpillSpace;
}

const MEMORY_BYTES = 1024 * 1024;

/**
 * The batches of `ask` as JSON, each an array. `ask` is run to its end at once, whatever the pace of the reader, and told
 * to stop when the reader does. Throws what `ask` and the space throw.
 */
export async function* spilled(
  deps: SpillDeps,
  ask: (signal: AbortSignal) => AsyncIterable<readonly unknown[]>,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = new SpillBuffer({
    memoryBytes: MEMORY_BYTES,
    openFile: () => openNameless(deps.spoolFolder),
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

/** Never rejects: who reads the lines is told. */
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
