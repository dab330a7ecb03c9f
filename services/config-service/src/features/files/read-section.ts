// Parses and validates a configuration file before it is stored.
import {
  BadConfigurationError,
  checkXml,
  detectFormat,
  type PlatformFacts,
  type PropertyValue,
} from '@holdfast/config-format';
import { findParameterFaults } from '../../domain/configuration/parameters.ts';
import type { ConfigSection } from '../../domain/configuration/sections.ts';
import { readLayer } from '../../loading/sources/read-layer.ts';
import { makeBadConfigurationFileError, makeBadParametersError } from '../errors.ts';

export interface SectionContent {
  readonly format: 'xml' | 'properties';
  /** Properties in the file. Empty if the section does not contain settings. */
  readonly properties: ReadonlyMap<string, PropertyValue>;
}

/** Parses and validates a file. Throws ApiError 400, with the line and the column of a syntax error. */
export async function readSection(
  section: ConfigSection,
  source: AsyncIterable<Uint8Array>,
  { platform, signal }: { readonly platform: PlatformFacts; readonly signal?: AbortSignal },
): Promise<SectionContent> {
  try {
    const { format, bytes } = await detectFormat(source);
    if (section.use === 'document' && format === 'xml') {
      await checkXml(bytes);
      return { format, properties: new Map() };
    }
    const options = { format, platform, titlesOnly: section.use === 'titles' };
    const { properties } = await readLayer(bytes, signal === undefined ? options : { ...options, signal });
    if (section.use !== 'settings') return { format, properties: new Map() };
    const faults = findParameterFaults(properties);
    if (faults.length > 0) throw makeBadParametersError(faults);
    return { format, properties };
  } catch (error) {
    throw error instanceof BadConfigurationError ? makeBadConfigurationFileError(error) : error;
  }
}
