// State of an AU before any client has changed it.
import type { configuration } from '@holdfast/api-types';
import type { JsonObject } from './documents.ts';

export type AuState = configuration.components['schemas']['AuState'];

/** Default values. Responses have the members in this order. */
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

/** State as it is in responses, with every member. */
export type WholeAuState = Required<AuState>;

/** Completes `stored`, which holds only members that were set, with the defaults. */
export function completeState(auid: string, stored: JsonObject = {}): WholeAuState {
  return { auId: auid, ...stateDefaults, ...stored } as WholeAuState;
}
