// Reads lockss-config XML and Java properties as streams of properties.
export { addProperty, type PropertyValue, toListItems } from './add-property.ts';
export { checkXml } from './check-xml.ts';
export { detectCharset } from './common/encodings.ts';
export {
  BadConfigurationError,
  type ConfigurationFormat,
  type ConfigurationReadOptions,
  type PlatformFacts,
  type Property,
  type PropertyEntry,
  type ReadLimits,
} from './common/types.ts';
export { detectFormat } from './detect-format.ts';
export { readConfiguration } from './read-configuration.ts';
