// Files with AUs in them → lines as the service takes them. What a file is, its beginning says.
import { linesOfRecords, type Source, SourceError } from '@holdfast/cli-kit';
import { type OnTrouble, recordsOfAuTxt } from '@holdfast/migrate-laaws';

/** Throws `SourceError`. */
export async function* linesOfSource(source: Source, trouble: OnTrouble): AsyncGenerator<Uint8Array> {
  const bytes = await beginning(source);
  if (bytes.isJson) yield* ended(bytes.all);
  else yield* linesOfRecords(recordsOfAuTxt(source.name, bytes.all, trouble));
}

/** Whether the first character that is no white space opens an object. */
async function beginning(source: Source): Promise<{ isJson: boolean; all: AsyncIterable<Uint8Array> }> {
  const chunks = bytesOf(source);
  const first = await chunks.next();
  const start = first.done === true ? '' : Buffer.from(first.value).subarray(0, 64).toString('utf8');
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done !== true) yield first.value;
    yield* chunks;
  }
  return {
    isJson: start
      .replace(/^\uFEFF/, '')
      .trimStart()
      .startsWith('{'),
    all: all(),
  };
}

async function* bytesOf(source: Source): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.open() as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new SourceError(`${source.name} could not be read: ${(error as Error).message}.`);
  }
}

/** Files one after the other: the last line of each ends. */
async function* ended(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield chunk;
  yield Buffer.from('\n');
}
