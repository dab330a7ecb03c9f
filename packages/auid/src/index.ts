// AUIDs: the one canonical name of an Archival Unit, made from its plugin and what defines it.
export { decodeAuKey, encodeAuKey } from './au-key.ts';
export { makeAuid, parseAuid, toPluginId, toPluginKey } from './auid.ts';
