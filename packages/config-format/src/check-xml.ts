// Whether a file is well-formed XML within bounds, whatever its elements: for files that are kept, not understood.
import { limitsOf } from './common/text-reader.ts';
import type { Limits } from './common/types.ts';
import { boundedXml } from './xml/bounded-xml.ts';

/** Throws BadConfigurationError, and what `bytes` throws. */
export async function checkXml(
  bytes: AsyncIterable<Uint8Array>,
  options: { readonly limits?: Partial<Limits> } = {},
): Promise<void> {
  const nothing = (): void => undefined;
  const parser = boundedXml(limitsOf(options), { open: nothing, text: nothing, close: nothing });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw parser.fault('from about here on the file is not UTF-8');
    }
  };
  for await (const piece of bytes) parser.write(decode(piece));
  parser.write(decode());
  parser.end();
}
