// Converts an AU with its four documents to and from a JSON line. A line contains only stored values, without defaults.
// Its fields have a fixed order, so that the lines of equal AUs are equal.
import type { configuration } from '@holdfast/api-types';
import { parseAuid } from '@holdfast/auid';
import type { AuConfigurationMap, JsonObject } from '../../domain/aus/documents.ts';
import { stateDefaults } from '../../domain/aus/state-defaults.ts';
import type { StoredRecord } from '../../index/aus/records.db.ts';
import {
  toAgreementEntries,
  toAgreementsDocument,
  toNoAuPeersDocument,
  toStateMembers,
  toStoredNoAuPeers,
  toStoredSuspectUrls,
  toSuspectUrlsDocument,
} from '../states/states.wire.ts';

export type AuRecord = configuration.components['schemas']['AuRecord'];

/** Data of one AU in a client's import request. */
export interface OfferedRecord extends Omit<StoredRecord, 'configuration'> {
  readonly pluginId: string;
  readonly configuration: AuConfigurationMap | undefined;
}

export function formatRecordLine(record: StoredRecord): string {
  const { auid, configuration, state, agreements, suspectUrls, noAuPeers } = record;
  const line = {
    auId: auid,
    auConfig: configuration && sortKeys(configuration),
    auState: omitEmptyState(state && orderedState(state)),
    auAgreements: agreements && withoutAuid(toAgreementsDocument(auid, agreements)),
    auSuspectUrlVersions: suspectUrls && withoutAuid(toSuspectUrlsDocument(auid, suspectUrls)),
    noAuPeers: noAuPeers && withoutAuid(toNoAuPeersDocument(auid, noAuPeers)),
  };
  return `${JSON.stringify(line)}\n`;
}

/** Parses a line and checks constraints that the contract's schema cannot express. Throws ApiError. */
export function parseOfferedRecord(line: AuRecord): OfferedRecord {
  const { auId: auid, auConfig, auState, auAgreements, auSuspectUrlVersions, noAuPeers } = line;
  const peers = auAgreements === undefined ? [] : toAgreementEntries(auid, auAgreements);
  return {
    auid,
    pluginId: parseAuid(auid)!.pluginId,
    configuration: auConfig,
    state: omitEmptyState(auState && toStateMembers(auid, auState)),
    agreements: peers.length === 0 ? undefined : peers.map(([id, entry]) => [id, { ...entry }]),
    suspectUrls: auSuspectUrlVersions && toStoredSuspectUrls(auid, auSuspectUrlVersions),
    noAuPeers: noAuPeers && toStoredNoAuPeers(auid, noAuPeers),
  };
}

/** Returns undefined for an empty state. */
function omitEmptyState<State extends object>(state: State | undefined): State | undefined {
  return state === undefined || Object.keys(state).length === 0 ? undefined : state;
}

const stateOrder = new Map(Object.keys(stateDefaults).map((name, index) => [name, index]));

function orderedState(state: JsonObject): JsonObject {
  const place = (name: string) => stateOrder.get(name) ?? stateOrder.size;
  const names = Object.keys(state).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

function sortKeys(configuration: AuConfigurationMap): AuConfigurationMap {
  return Object.fromEntries(Object.entries(configuration).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutAuid({ auid: _, ...document }: JsonObject): JsonObject {
  return document;
}
