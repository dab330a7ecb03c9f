// AUIDs: the canonical identifiers of Archival Units, made from the plugin and its definitional parameters.
export { decodeAuKey, encodeAuKey } from './au-key.ts';
export { makeAuid, parseAuid, toPluginId, toPluginKey } from './auid.ts';
