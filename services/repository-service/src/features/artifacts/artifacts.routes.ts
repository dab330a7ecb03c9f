// GET /artifacts; GET and PUT /artifacts/{uuid}; GET /artifacts/{uuid}/payload and /artifacts/{uuid}/response.
import type { repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import {
  addAuditSubject,
  type OperationHandlers,
  type ShellRequest,
  sendBody,
  sendJsonText,
  validateFormField,
} from '@holdfast/http-kit';
import type { Response } from 'express';
import { formatDigestText } from '../../domain/record/manifest-line.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { convertUnavailableErrors, makeNotAcceptableError } from '../errors.ts';
import { chooseSubmittedValue, readFormField } from '../shared/form-fields.ts';
import { refuseOtherAus, refuseUncommit } from '../shared/registries-only.ts';
import { makeRequestLink } from '../shared/request-link.ts';
import { toStoredArtifactWire } from './artifact.wire.ts';
import { type ListingDeps, writeArtifactPage } from './artifact-page.ts';
import {
  type ArtifactsDeps,
  type IncludeContent,
  includesContent,
  requireArtifact,
  updateArtifact,
  useArtifactContent,
} from './artifacts.ts';
import { writeDigestPage } from './digest-page.ts';
import { makeArtifactParts, makeMultipartResponse } from './multipart-response.ts';
import { sendPayload } from './payload-response.ts';
import { makeResponseBlock } from './response-block.ts';

export type ArtifactRoutesDeps = ArtifactsDeps & ListingDeps;

/** Parameters shared by the three operations that read an artifact. */
interface ReadRequest {
  readonly params: { uuid: string };
  readonly query: { namespace?: string; includeContent?: IncludeContent };
}

export function createArtifactsRoutes(deps: ArtifactRoutesDeps) {
  return {
    getArtifactsFromAllAus: async ({ query, raw }, response) => {
      const { namespace = deps.defaultNamespace, url, urlPrefix, digest, versions = 'all' } = query;
      const ofAll = { namespace, auid: undefined, includeUncommitted: false };
      const listing = { ...ofAll, url, urlPrefix, version: versions };
      const link = makeRequestLink(raw);
      const { bytes, release } =
        digest === undefined
          ? await writeArtifactPage(deps, listing, query, link)
          : await writeDigestPage(deps, { ...query, namespace, digest, versions }, link);
      sendJsonText(response, bytes, release);
    },

    getArtifactDataByMultipart: async (request, response) => {
      const { artifact, included } = await findRequestedArtifact(deps, request);
      if (!request.raw.accepts('multipart/form-data')) {
        if (!request.raw.accepts('application/json')) {
          throw makeNotAcceptableError(['multipart/form-data', 'application/json']);
        }
        response.json(toStoredArtifactWire(artifact, deps.storeUrl));
        return;
      }
      await useArtifactContent(deps, artifact, request, async (content) => {
        const properties = toStoredArtifactWire(artifact, deps.storeUrl);
        const answer = makeMultipartResponse(
          await makeArtifactParts(artifact, properties, content, included),
        );
        const headers = formatArtifactHeaders(artifact, included);
        headers.push('Content-Type', answer.contentType);
        headers.push('Content-Length', String(answer.lengthBytes));
        await sendBody(response, answer.body, { headers, signal: request.signal });
      });
    },

    getArtifactDataByPayload: async (request, response) => {
      const { artifact, included } = await findRequestedArtifact(deps, request);
      await useArtifactContent(deps, artifact, request, (content) =>
        sendPayload(request, response, {
          artifact,
          content,
          included,
          hidesCoding: deps.laaws,
          described: formatArtifactHeaders(artifact, included),
        }),
      );
    },

    getArtifactDataByResponse: async (request, response) => {
      const { artifact, included } = await findRequestedArtifact(deps, request);
      await useArtifactContent(deps, artifact, request, async (content) => {
        const { lengthBytes, body } = await makeResponseBlock(artifact, content, included);
        const isResource =
          artifact.kind === 'resource' || (artifact.kind === 'revisit' && content.head === undefined);
        const headers = formatArtifactHeaders(artifact, included);
        headers.push('Content-Type', 'application/http;msgtype=response');
        headers.push('Content-Length', String(lengthBytes));
        headers.push('X-LockssRepo-ArtifactDataType', isResource ? 'resource' : 'response');
        await sendBody(response, body, { headers, signal: request.signal });
      });
    },

    updateArtifact: async (request, response) => {
      const committed = await readRequestedState(request, response);
      const { uuid } = request.params;
      const { namespace } = request.query;
      addAuditSubject(request.raw, { committed });
      refuseUncommit(request.user, committed);
      const judge = (auid: string) => refuseOtherAus(request.user, auid);
      const artifact = await convertUnavailableErrors(
        updateArtifact(deps, { uuid, namespace, committed, by: request.user?.name, judge }),
      );
      addAuditSubject(request.raw, { namespace: artifact.namespace, auid: artifact.auid });
      response.json(toStoredArtifactWire(artifact, deps.storeUrl));
    },
  } satisfies OperationHandlers<repository.operations>;
}

async function findRequestedArtifact(deps: ArtifactRoutesDeps, { params, query }: ReadRequest) {
  const artifact = await requireArtifact(deps, params.uuid, query.namespace);
  const included = includesContent(
    query.includeContent ?? 'ALWAYS',
    artifact.contentLength,
    deps.smallContentBytes,
  );
  return { artifact, included };
}

/** Returns alternating header names and values. */
function formatArtifactHeaders(
  { sha256, storeMs, quarantined }: StoredArtifact,
  included: boolean,
): string[] {
  const headers = ['X-LockssRepo-Artifact-Digest', formatDigestText(sha256)];
  headers.push('X-LockssRepo-Artifact-StoredDate', new Date(storeMs).toISOString());
  headers.push('X-LockssRepo-IncludesContent', String(included));
  if (quarantined !== undefined) headers.push('X-Holdfast-Damaged', quarantined);
  return headers;
}

/** Reads `committed` from the form or the query string. */
async function readRequestedState(
  { body, query, raw }: ShellRequest<repository.operations['updateArtifact']>,
  response: Response,
): Promise<boolean> {
  const text = await readFormField(raw, response, 'committed');
  const part =
    text === undefined
      ? undefined
      : validateFormField(repositoryContract, 'updateArtifact', 'committed', text);
  return chooseSubmittedValue('committed', (part as boolean | undefined) ?? body?.committed, query.committed);
}
