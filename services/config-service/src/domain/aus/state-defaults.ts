// Default state of an AU, before any client has changed it.
import type { configuration } from '@holdfast/api-types';
import type { JsonObject } from './documents.ts';

export type AuState = configuration.components['schemas']['AuState'];

/** Default values, in the order of the fields in responses. */
export const stateDefaults = {
  auCreationTime: -1,
  lastCrawlTime: -1,
  lastCrawlAttempt: -1,
  lastCrawlResultMsg: null,
  lastCrawlResult: -1,
  lastDeepCrawlTime: -1,
  lastDeepCrawlAttempt: -1,
  lastDeepCrawlResultMsg: null,
  lastDeepCrawlResult: -1,
  lastDeepCrawlDepth: -1,
  lastTopLevelPollTime: -1,
  lastPollStart: -1,
  lastPollResult: -1,
  pollDuration: 0,
  averageHashDuration: -1,
  clockssSubscriptionStatus: 0,
  v3Agreement: -1,
  highestV3Agreement: -1,
  accessType: null,
  hasSubstance: 'Unknown',
  substanceVersion: null,
  metadataVersion: null,
  lastMetadataIndex: -1,
  lastContentChange: 0,
  lastPoPPoll: -1,
  lastPoPPollResult: -1,
  lastLocalHashScan: -1,
  numAgreePeersLastPoR: -1,
  numWillingRepairers: 0,
  numCurrentSuspectVersions: 0,
  cdnStems: null,
  isMetadataExtractionEnabled: true,
} as const satisfies Omit<Required<AuState>, 'auId'>;

/** State of an AU with all fields, as in responses. */
export type WholeAuState = Required<AuState>;

/** Adds the defaults to `stored`, which contains only the fields that a client has set. */
export function completeState(auid: string, stored: JsonObject = {}): WholeAuState {
  return { auId: auid, ...stateDefaults, ...stored } as WholeAuState;
}
