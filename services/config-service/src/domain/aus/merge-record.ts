// Merges imported AU data into the stored data. Adds missing documents and keeps equal ones. A document that differs is
// a conflict, unless replacement is requested.
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from '../plugins/plugin.ts';
import { describeDifferences } from './conflict.ts';
import type { AuConfigurationMap, JsonObject } from './documents.ts';

export type AgreementList = readonly (readonly [peerId: string, entry: JsonObject])[];

/** Configuration and documents of an AU. A field is undefined if it is not stored, or not part of the import. */
export interface AuRecordParts {
  readonly configuration: AuConfigurationMap | undefined;
  readonly state: JsonObject | undefined;
  readonly agreements: AgreementList | undefined;
  readonly suspectUrls: JsonObject | undefined;
  readonly noAuPeers: JsonObject | undefined;
}

export interface MergeResult {
  /** Complete documents to write. A document is undefined if it does not change. */
  readonly changes: AuRecordParts;
  /** Messages about stored documents that differ from the imported ones. Secrets are masked. */
  readonly conflicts: readonly string[];
}

/**
 * Merges the imported documents `offered` into the stored ones. If `replace` is true, imported documents replace stored
 * ones without conflicts.
 */
export function mergeRecords(
  plugin: Plugin | undefined,
  stored: AuRecordParts,
  offered: AuRecordParts,
  { replace }: { readonly replace: boolean },
): MergeResult {
  const conflicts: string[] = [];
  const differs = (words: string): void => {
    if (!replace) conflicts.push(words);
  };
  const changes = {
    configuration: mergedConfiguration(plugin, stored.configuration, offered.configuration, differs),
    state: mergedState(stored.state, offered.state, replace, differs),
    agreements: mergedAgreements(stored.agreements, offered.agreements, replace, differs),
    suspectUrls: mergedDocument('auSuspectUrlVersions', stored.suspectUrls, offered.suspectUrls, differs),
    noAuPeers: mergedDocument('noAuPeers', stored.noAuPeers, offered.noAuPeers, differs),
  };
  return { changes, conflicts };
}

type ConflictHandler = (words: string) => void;

function mergedConfiguration(
  plugin: Plugin | undefined,
  stored: AuConfigurationMap | undefined,
  offered: AuConfigurationMap | undefined,
  differs: ConflictHandler,
): AuConfigurationMap | undefined {
  if (stored === undefined || offered === undefined) return offered;
  const differences = describeDifferences(plugin, stored, offered, 'offered');
  if (differences === undefined) return undefined;
  differs(`auConfig: ${differences}`);
  return offered;
}

/** Merges two states. The result has the earlier creation time of the two. */
function mergedState(
  stored: JsonObject | undefined,
  offered: JsonObject | undefined,
  replace: boolean,
  differs: ConflictHandler,
): JsonObject | undefined {
  if (stored === undefined || offered === undefined) return offered;
  const base = replace ? offered : { ...stored, ...offered };
  const merged = { ...base, ...creationTime(stored, offered) };
  const differing = Object.keys(offered).filter(
    (name) => name !== 'auCreationTime' && name in stored && !isDeepStrictEqual(stored[name], offered[name]),
  );
  if (differing.length > 0) differs(`auState: ${formatNames(differing)}`);
  return isDeepStrictEqual(merged, stored) ? undefined : merged;
}

function creationTime(...states: readonly JsonObject[]): JsonObject {
  const times = states.map(({ auCreationTime }) => auCreationTime).filter((time) => typeof time === 'number');
  const known = times.filter((time) => time >= 0);
  return known.length === 0 ? {} : { auCreationTime: Math.min(...known) };
}

function mergedAgreements(
  stored: AgreementList | undefined,
  offered: AgreementList | undefined,
  replace: boolean,
  differs: ConflictHandler,
): AgreementList | undefined {
  if (stored === undefined || offered === undefined) return offered;
  const before = new Map(stored);
  const after = new Map(replace ? offered : [...stored, ...offered]);
  const differing = offered.filter(
    ([id, entry]) => before.has(id) && !isDeepStrictEqual(before.get(id), entry),
  );
  if (differing.length > 0) differs(`auAgreements of ${formatNames(differing.map(([id]) => id))}`);
  return isDeepStrictEqual(before, after) ? undefined : [...after];
}

function mergedDocument(
  name: string,
  stored: JsonObject | undefined,
  offered: JsonObject | undefined,
  differs: ConflictHandler,
): JsonObject | undefined {
  if (stored === undefined || offered === undefined) return offered;
  if (isDeepStrictEqual(stored, offered)) return undefined;
  differs(name);
  return offered;
}

const MAX_NAMES = 10;

function formatNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
