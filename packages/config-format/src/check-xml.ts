// Checks that a file is well-formed XML within limits, with any elements. For files that are stored but not
// interpreted.
import { xmlDecoder } from './common/encodings.ts';
import { completeLimits } from './common/text-reader.ts';
import type { Limits } from './common/types.ts';
import { boundedXml } from './xml/bounded-xml.ts';

/** Throws BadConfigurationError, or an error of `bytes`. */
export async function checkXml(
  bytes: AsyncIterable<Uint8Array>,
  options: { readonly limits?: Partial<Limits> } = {},
): Promise<void> {
  const nothing = (): void => undefined;
  const parser = boundedXml(completeLimits(options), { open: nothing, text: nothing, close: nothing });
  const decoder = xmlDecoder(parser.fault);
  for await (const piece of bytes) parser.write(decoder.decode(piece));
  parser.write(decoder.end());
  parser.end();
}
