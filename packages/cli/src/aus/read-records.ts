// Converts AU files to JSON lines. Detects the format (JSON lines or au.txt) from the first character of a file.
import { type InputSource, SourceError, toJsonLines } from '@holdfast/cli-kit';
import { type ProblemReporter, readAuTxtRecords } from '@holdfast/migrate-laaws';

/** Yields the AUs of the source as JSON lines. Throws `SourceError`. */
export async function* readJsonLines(
  source: InputSource,
  trouble: ProblemReporter,
): AsyncGenerator<Uint8Array> {
  const bytes = await detectFormat(source);
  if (bytes.isJson) yield* appendLineEnd(bytes.all);
  else yield* toJsonLines(readAuTxtRecords(source.name, bytes.all, trouble));
}

/** Reads the first chunk. The source contains JSON lines if its first non-space character is `{`. */
async function detectFormat(
  source: InputSource,
): Promise<{ isJson: boolean; all: AsyncIterable<Uint8Array> }> {
  const chunks = readSource(source);
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

async function* readSource(source: InputSource): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* source.open() as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new SourceError(`${source.name} could not be read: ${(error as Error).message}.`);
  }
}

/** Adds a line break at the end, so that the next file starts on a new line. */
async function* appendLineEnd(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) yield chunk;
  yield Buffer.from('\n');
}
