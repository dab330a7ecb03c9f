// Reads a configuration file in batches of properties. Memory use does not depend on the size of the file.

import { createPropertiesDecoder, createXmlDecoder } from './common/encodings.ts';
import { applyDefaultLimits, type PropertyReader } from './common/property-reader.ts';
import { BadConfigurationError, type ConfigurationReadOptions, type Property } from './common/types.ts';
import { createPropertiesReader } from './java-properties.ts';
import { XmlReader } from './xml/xml-reader.ts';

const PIECE_BYTES = 64 * 1024;

/**
 * Yields batches of properties. Throws BadConfigurationError with the position, the signal's abort reason, or an error
 * of `bytes`. After an error, the caller must discard all properties, because a file is valid only as a whole.
 */
export async function* readConfiguration(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ConfigurationReadOptions,
): AsyncGenerator<readonly Property[], void, undefined> {
  const reader = options.format === 'xml' ? new XmlReader(options) : createPropertiesReader(options);
  const { fileBytes } = applyDefaultLimits(options);
  const fault = (message: string): BadConfigurationError => createFaultAt(reader, message);
  const decoder = options.format === 'xml' ? createXmlDecoder(fault) : createPropertiesDecoder(fault);
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      options.signal?.throwIfAborted();
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      sizeBytes += piece.length;
      if (sizeBytes > fileBytes) throw fault(`the file is larger than ${fileBytes} bytes`);
      reader.write(decoder.decode(piece));
      const batch = reader.take();
      if (batch.length > 0) yield batch;
    }
  }
  reader.write(decoder.end());
  reader.end();
  const rest = reader.take();
  if (rest.length > 0) yield rest;
}

function createFaultAt(reader: PropertyReader, message: string): BadConfigurationError {
  const { line, column } = reader.place();
  return new BadConfigurationError(message, line, column);
}
