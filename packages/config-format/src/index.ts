// Reads lockss-config XML and Java properties as streams of properties.
export { addProperty, listOf, type Value } from './add-property.ts';
export { checkXml } from './check-xml.ts';
export { charsetOf } from './common/encodings.ts';
export {
  BadConfigurationError,
  type ConfigurationFormat,
  type Entry,
  type Limits,
  type PlatformFacts,
  type Property,
  type ReadOptions,
} from './common/types.ts';
export { detectFormat } from './detect-format.ts';
export { readConfiguration } from './read-configuration.ts';
