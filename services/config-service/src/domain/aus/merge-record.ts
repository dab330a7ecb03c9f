// What becomes of what is stored of an AU when more of it is offered: what is missing is added, what is the same stays, and
// what differs is a conflict – or is replaced, where that was asked for.
import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from '../plugins/plugin.ts';
import { differencesOf } from './conflict.ts';
import type { AuConfigurationMap, JsonObject } from './documents.ts';

export type Agreements = readonly (readonly [peerId: string, entry: JsonObject])[];

/** Everything that is kept of an AU; undefined is what is not there, or not offered. */
export interface Parts {
  readonly configuration: AuConfigurationMap | undefined;
  readonly state: JsonObject | undefined;
  readonly agreements: Agreements | undefined;
  readonly suspectUrls: JsonObject | undefined;
  readonly noAuPeers: JsonObject | undefined;
}

export interface Merged {
  /** What is to be written, whole; undefined: it stays as it is. */
  readonly changes: Parts;
  /** What is stored otherwise than it is offered, in words, secrets masked. */
  readonly conflicts: readonly string[];
}

/** With `replace` there is no conflict: what is offered takes the place of what is stored, document by document. */
export function merge(
  plugin: Plugin | undefined,
  stored: Parts,
  offered: Parts,
  { replace }: { readonly replace: boolean },
): Merged {
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

type Differs = (words: string) => void;

function mergedConfiguration(
  plugin: Plugin | undefined,
  stored: AuConfigurationMap | undefined,
  offered: AuConfigurationMap | undefined,
  differs: Differs,
): AuConfigurationMap | undefined {
  if (stored === undefined || offered === undefined) return offered;
  const differences = differencesOf(plugin, stored, offered, 'offered');
  if (differences === undefined) return undefined;
  differs(`auConfig: ${differences}`);
  return offered;
}

/** Of two times at which the AU was made the earlier counts. */
function mergedState(
  stored: JsonObject | undefined,
  offered: JsonObject | undefined,
  replace: boolean,
  differs: Differs,
): JsonObject | undefined {
  if (stored === undefined || offered === undefined) return offered;
  const base = replace ? offered : { ...stored, ...offered };
  const merged = { ...base, ...creationTime(stored, offered) };
  const differing = Object.keys(offered).filter(
    (name) => name !== 'auCreationTime' && name in stored && !isDeepStrictEqual(stored[name], offered[name]),
  );
  if (differing.length > 0) differs(`auState: ${shown(differing)}`);
  return isDeepStrictEqual(merged, stored) ? undefined : merged;
}

function creationTime(...states: readonly JsonObject[]): JsonObject {
  const times = states.map(({ auCreationTime }) => auCreationTime).filter((time) => typeof time === 'number');
  const known = times.filter((time) => time >= 0);
  return known.length === 0 ? {} : { auCreationTime: Math.min(...known) };
}

function mergedAgreements(
  stored: Agreements | undefined,
  offered: Agreements | undefined,
  replace: boolean,
  differs: Differs,
): Agreements | undefined {
  if (stored === undefined || offered === undefined) return offered;
  const before = new Map(stored);
  const after = new Map(replace ? offered : [...stored, ...offered]);
  const differing = offered.filter(
    ([id, entry]) => before.has(id) && !isDeepStrictEqual(before.get(id), entry),
  );
  if (differing.length > 0) differs(`auAgreements of ${shown(differing.map(([id]) => id))}`);
  return isDeepStrictEqual(before, after) ? undefined : [...after];
}

function mergedDocument(
  name: string,
  stored: JsonObject | undefined,
  offered: JsonObject | undefined,
  differs: Differs,
): JsonObject | undefined {
  if (stored === undefined || offered === undefined) return offered;
  if (isDeepStrictEqual(stored, offered)) return undefined;
  differs(name);
  return offered;
}

const MOST_NAMES = 10;

function shown(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
