// DELETE /artifacts/{uuid}; GET and POST /deletions; GET /deletions/{number}; POST /deletions/{number}/approve, /reject,
// /withdraw and /undo.
import type { repository } from '@holdfast/api-types';
import { addAuditSubject, type OperationHandlers, type ShellRequest } from '@holdfast/http-kit';
import type { Response } from 'express';
import type { DeletionVerdict } from '../../index/deletion/deletions.db.ts';
import {
  countDeletions,
  type DeletionFilter,
  listDeletions,
} from '../../index/deletion/listed-deletions.db.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { convertUnavailableErrors } from '../errors.ts';
import { createPages, type PageLimits, type PageTokenSettings } from '../shared/paging.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import {
  type DeletionsDeps,
  decideContentDeletion,
  deleteSingleArtifact,
  readDeletion,
  requestContentDeletion,
  toDeletionUser,
  toDeletionWire,
  undoContentDeletion,
} from './deletions.ts';

export interface DeletionRoutesDeps extends DeletionsDeps {
  readonly tokens: PageTokenSettings;
  readonly pageLimits: PageLimits;
}

export function createDeletionsRoutes(deps: DeletionRoutesDeps) {
  const { db, tokens, pageLimits } = deps;

  async function decide(
    { params, user, raw }: DecisionRequest,
    response: Response,
    verdict: Omit<DeletionVerdict, 'by'>,
  ): Promise<void> {
    if (verdict.reason !== undefined) addAuditSubject(raw, { reason: verdict.reason });
    const deletion = await convertUnavailableErrors(
      decideContentDeletion(deps, params.number, { ...verdict, ...toDeletionUser(user) }),
    );
    const { namespace, auid, number } = deletion;
    addAuditSubject(raw, { namespace, auid, deletion: number });
    response.json(deletion);
  }

  return {
    deleteArtifact: async ({ params, query, user, raw }, response) => {
      const { namespace, reason } = query;
      if (reason !== undefined) addAuditSubject(raw, { reason });
      const { artifact, number } = await convertUnavailableErrors(
        deleteSingleArtifact(deps, { uuid: params.uuid, namespace, ...toDeletionUser(user), reason }),
      );
      const { auid, url: uri } = artifact;
      addAuditSubject(raw, { namespace: artifact.namespace, auid, uri, deletion: number });
      response.setHeader('X-Holdfast-Deletion', String(number));
      response.status(200).end();
    },

    getDeletions: async ({ query, raw }, response) => {
      const { namespace, auid, uuid, state } = query;
      const filter: DeletionFilter = {
        ...{ namespace, uuid, state },
        auidSha256: auid === undefined ? undefined : hashAuid(auid),
      };
      const parameters = ['deletions', namespace ?? '', auid ?? '', uuid ?? '', state ?? ''];
      const paging = createPages<number>(tokens, pageLimits, parameters);
      const { limit, after, totalCount } = paging.request(query);
      const found = await convertUnavailableErrors(
        listDeletions(db, filter, { before: after, limit: limit + 1 }),
      );
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)!.number : undefined;
      const total = totalCount ?? (await convertUnavailableErrors(countDeletions(db, filter)));
      response.json({
        deletions: shown.map(toDeletionWire),
        needsApproval: deps.deletionPolicy.needsApproval,
        pageInfo: paging.info({ totalCount: total, items: shown.length, link: makeRequestLink(raw), last }),
      });
    },

    requestDeletion: async ({ query, body, user, raw }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      addAuditSubject(raw, { uuids: body.uuids, ...(body.reason !== undefined && { reason: body.reason }) });
      const deletion = await convertUnavailableErrors(
        requestContentDeletion(deps, { namespace, ...toDeletionUser(user), wanted: body }),
      );
      addAuditSubject(raw, { namespace, auid: deletion.auid, deletion: deletion.number });
      response.status(201).json(deletion);
    },

    getDeletion: async ({ params }, response) => {
      response.json(await convertUnavailableErrors(readDeletion(deps, params.number)));
    },

    undoDeletion: async ({ params, user, raw }, response) => {
      const deletion = await convertUnavailableErrors(
        undoContentDeletion(deps, params.number, user?.name ?? ''),
      );
      const { namespace, auid, number } = deletion;
      addAuditSubject(raw, { namespace, auid, deletion: number });
      response.json(deletion);
    },

    approveDeletion: (request, response) => decide(request, response, { kind: 'approve' }),
    withdrawDeletion: (request, response) => decide(request, response, { kind: 'withdraw' }),
    rejectDeletion: (request, response) =>
      decide(request, response, { kind: 'reject', reason: request.body.reason }),
  } satisfies OperationHandlers<repository.operations>;
}

type DecisionRequest = Pick<
  ShellRequest<repository.operations['approveDeletion']>,
  'params' | 'user' | 'raw'
>;
