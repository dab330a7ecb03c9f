// GET and PATCH of /austates and /auagreements, GET and PUT of /aususpecturls and /noaupeers.
import type { configuration } from '@holdfast/api-types';
import type { HandlersOf, HttpRequest } from '@holdfast/http-kit';
import { wholeState } from '../../domain/aus/state-defaults.ts';
import type { Db } from '../../index/schema/schema.ts';
import { cookieTooLong } from '../errors.ts';
import {
  readAgreements,
  readDocument,
  updateAgreements,
  updateState,
  type WriteOptions,
  writeDocument,
} from './states.ts';
import {
  agreementEntries,
  agreementsDocument,
  noAuPeersDocument,
  noAuPeersToStore,
  stateMembers,
  suspectUrlsDocument,
  suspectUrlsToStore,
} from './states.wire.ts';

const MAX_COOKIE_CHARACTERS = 1_024;

export function statesRoutes({ db }: { readonly db: Db }) {
  return {
    getAuState: async ({ params: { auid } }, response) => {
      response.json(wholeState(auid, await readDocument(db, 'au_state', auid)));
    },
    patchAuState: async ({ params: { auid }, body, raw }, response) => {
      await updateState(db, auid, stateMembers(auid, body), cookieOf(raw));
      response.end();
    },

    getAuAgreements: async ({ params: { auid } }, response) => {
      response.json(agreementsDocument(auid, await readAgreements(db, auid)));
    },
    patchAuAgreements: async ({ params: { auid }, body, raw }, response) => {
      await updateAgreements(db, { auid, entries: agreementEntries(auid, body) }, cookieOf(raw));
      response.end();
    },

    getAuSuspectUrlVersions: async ({ params: { auid } }, response) => {
      response.json(suspectUrlsDocument(auid, await readDocument(db, 'au_suspect_urls', auid)));
    },
    putAuSuspectUrlVersions: async ({ params: { auid }, body, raw }, response) => {
      const document = suspectUrlsToStore(auid, body);
      await writeDocument(db, 'au_suspect_urls', { auid, document }, cookieOf(raw));
      response.end();
    },

    getNoAuPeers: async ({ params: { auid } }, response) => {
      response.json(noAuPeersDocument(auid, await readDocument(db, 'no_au_peers', auid)));
    },
    putNoAuPeers: async ({ params: { auid }, body, raw }, response) => {
      const document = noAuPeersToStore(auid, body);
      await writeDocument(db, 'no_au_peers', { auid, document }, cookieOf(raw));
      response.end();
    },
  } satisfies HandlersOf<configuration.operations>;
}

/** Header values arrive as Latin-1, whatever the client meant by the bytes: the cookie is passed on as it came. */
function cookieOf({ headers }: HttpRequest): WriteOptions {
  const cookie = headers['x-lockss-request-cookie'];
  if (typeof cookie !== 'string') return {};
  if (cookie.length > MAX_COOKIE_CHARACTERS) throw cookieTooLong(MAX_COOKIE_CHARACTERS);
  return { cookie };
}
