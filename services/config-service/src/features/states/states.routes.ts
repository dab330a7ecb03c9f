// Handles GET and PATCH of /austates and /auagreements, and GET and PUT of /aususpecturls and /noaupeers.
import type { configuration } from '@holdfast/api-types';
import type { HttpRequest, OperationHandlers } from '@holdfast/http-kit';
import { completeState } from '../../domain/aus/state-defaults.ts';
import { readRequestCookie } from '../shared/request-cookie.ts';
import {
  readAgreements,
  readDocument,
  type StatesDeps,
  updateAgreements,
  updateState,
  type WriteOptions,
  writeDocument,
} from './states.ts';
import {
  toAgreementEntries,
  toAgreementsDocument,
  toNoAuPeersDocument,
  toStateMembers,
  toStoredNoAuPeers,
  toStoredSuspectUrls,
  toSuspectUrlsDocument,
} from './states.wire.ts';

export function createStatesRoutes(deps: StatesDeps) {
  return {
    getAuState: async ({ params: { auid } }, response) => {
      response.json(completeState(auid, await readDocument(deps, 'au_state', auid)));
    },
    patchAuState: async ({ params: { auid }, body, raw }, response) => {
      await updateState(deps, auid, toStateMembers(auid, body), getWriteOptions(raw, body));
      response.end();
    },

    getAuAgreements: async ({ params: { auid } }, response) => {
      response.json(toAgreementsDocument(auid, await readAgreements(deps, auid)));
    },
    patchAuAgreements: async ({ params: { auid }, body, raw }, response) => {
      await updateAgreements(
        deps,
        { auid, entries: toAgreementEntries(auid, body) },
        getWriteOptions(raw, body),
      );
      response.end();
    },

    getAuSuspectUrlVersions: async ({ params: { auid } }, response) => {
      response.json(toSuspectUrlsDocument(auid, await readDocument(deps, 'au_suspect_urls', auid)));
    },
    putAuSuspectUrlVersions: async ({ params: { auid }, body, raw }, response) => {
      const document = toStoredSuspectUrls(auid, body);
      await writeDocument(deps, 'au_suspect_urls', { auid, document }, getWriteOptions(raw, body));
      response.end();
    },

    getNoAuPeers: async ({ params: { auid } }, response) => {
      response.json(toNoAuPeersDocument(auid, await readDocument(deps, 'no_au_peers', auid)));
    },
    putNoAuPeers: async ({ params: { auid }, body, raw }, response) => {
      const document = toStoredNoAuPeers(auid, body);
      await writeDocument(deps, 'no_au_peers', { auid, document }, getWriteOptions(raw, body));
      response.end();
    },
  } satisfies OperationHandlers<configuration.operations>;
}

function getWriteOptions(request: HttpRequest, body: unknown): WriteOptions {
  return { cookie: readRequestCookie(request), sent: body };
}
