// Reads the properties of one configuration file. Skips title properties, of which there may be very many; they are
// read separately.
import {
  addProperty,
  BadConfigurationError,
  type ConfigurationFormat,
  type PlatformFacts,
  type Property,
  type PropertyValue,
  readConfiguration,
} from '@holdfast/config-format';

export interface SourceLayer {
  readonly properties: ReadonlyMap<string, PropertyValue>;
  /** True if the file contains entries for the title database. */
  readonly holdsTitles: boolean;
  /** Messages with line numbers. */
  readonly warnings: readonly string[];
}

export interface LayerOptions {
  readonly format: ConfigurationFormat;
  readonly platform: PlatformFacts;
  /** True if the file must contain only title properties, so that any other property is an error. */
  readonly titlesOnly: boolean;
  /** Names that are allowed for properties; see `readConfiguration`. */
  readonly names?: 'dotted' | 'any';
  readonly signal?: AbortSignal;
}

// Maximum number of properties, to limit the memory for one file. The configuration of a node has a few hundred.
const MAX_PROPERTIES = 50_000;
const MAX_CHARACTERS = 32 * 1024 * 1024;
const MAX_WARNINGS = 20;
// Maximum size of a key. PostgreSQL limits index keys to a third of a page.
const MAX_KEY_BYTES = 2_000;

/** Reads a file. Throws BadConfigurationError, or errors of `bytes`. */
export async function readLayer(
  bytes: AsyncIterable<Uint8Array>,
  options: LayerOptions,
): Promise<SourceLayer> {
  const properties = new Map<string, PropertyValue>();
  const warnings: string[] = [];
  let holdsTitles = false;
  let characters = 0;
  const take = (property: Property): void => {
    const { key, value, line } = property;
    if (key.startsWith(TITLE_PREFIX)) {
      holdsTitles = true;
      return;
    }
    if (options.titlesOnly && !key.startsWith(TITLE_SET_PREFIX))
      throw new BadConfigurationError(`"${shortenKey(key)}" is not an entry of a title database`, line, 1);
    if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
      throw new BadConfigurationError(
        `the name "${shortenKey(key)}" is longer than ${MAX_KEY_BYTES} bytes`,
        line,
        1,
      );
    }
    characters += key.length + (typeof value === 'string' ? value.length : value.join().length);
    if (properties.size >= MAX_PROPERTIES || characters > MAX_CHARACTERS) {
      throw new BadConfigurationError('the file sets too many properties', line, 1);
    }
    addProperty(properties, property);
  };
  const { format, platform, names, signal } = options;
  const batches = readConfiguration(bytes, {
    format,
    platform,
    ...(names === undefined ? {} : { names }),
    ...(signal === undefined ? {} : { signal }),
    warn: ({ message, line }) => {
      if (warnings.length < MAX_WARNINGS) warnings.push(`line ${line}: ${message}`);
    },
  });
  for await (const batch of batches) batch.forEach(take);
  return { properties, holdsTitles, warnings };
}

const TITLE_PREFIX = 'org.lockss.title.';
/** Key prefix of title sets, which title databases may also define. */
const TITLE_SET_PREFIX = 'org.lockss.titleSet.';

const shortenKey = (key: string): string => (key.length > 100 ? `${key.slice(0, 100)}…` : key);
