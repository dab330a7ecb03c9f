// AUIDs: the canonical identifier of an Archival Unit, made from its plugin and its definitional parameters.
export { decodeAuKey, encodeAuKey } from './au-key.ts';
export { makeAuid, parseAuid, toPluginId, toPluginKey } from './auid.ts';
