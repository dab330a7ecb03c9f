// Checks that a file is well-formed XML within size limits. Accepts any elements. Used for files that are stored but
// not interpreted.
import { createXmlDecoder } from './common/encodings.ts';
import { applyDefaultLimits } from './common/property-reader.ts';
import type { ReadLimits } from './common/types.ts';
import { createBoundedXmlParser } from './xml/bounded-xml.ts';

/** Reads and checks the whole file. Throws BadConfigurationError, or an error thrown by `bytes`. */
export async function checkXml(
  bytes: AsyncIterable<Uint8Array>,
  options: { readonly limits?: Partial<ReadLimits> } = {},
): Promise<void> {
  const nothing = (): void => undefined;
  const parser = createBoundedXmlParser(applyDefaultLimits(options), {
    open: nothing,
    text: nothing,
    close: nothing,
  });
  const decoder = createXmlDecoder(parser.fault);
  for await (const piece of bytes) parser.write(decoder.decode(piece));
  parser.write(decoder.end());
  parser.end();
}
