// GET /artifacts, /artifacts/{uuid}, /artifacts/{uuid}/payload and /artifacts/{uuid}/response.
import type { repository } from '@holdfast/api-types';
import { type HandlersOf, sendBody } from '@holdfast/http-kit';
import type { Response } from 'express';
import { digestText } from '../../domain/digest-text.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { notAcceptable } from '../errors.ts';
import { refuseBoth } from '../shared/listing-filters.ts';
import { requestLink } from '../shared/request-link.ts';
import { artifactsOfNamespace } from './all-artifacts.ts';
import { wireOfStored } from './artifact.wire.ts';
import type { ListingDeps } from './artifact-page.ts';
import { artifactParts } from './artifact-parts.ts';
import { type ArtifactsDeps, artifactOf, withContent } from './artifacts.ts';
import { type IncludeContent, includesContent } from './include-content.ts';
import { multipartAnswer } from './multipart-answer.ts';
import { sendPayload } from './payload-answer.ts';
import { responseBlock } from './response-block.ts';

export type ArtifactRoutesDeps = ArtifactsDeps & ListingDeps;

/** What the three ways to read an artifact ask with. */
interface ReadRequest {
  params: { uuid: string };
  query: { namespace?: string; includeContent?: IncludeContent };
}

export function artifactsRoutes(deps: ArtifactRoutesDeps): HandlersOf<repository.operations> {
  return {
    getArtifactsFromAllAus: async ({ query, raw }, response) => {
      const { namespace = deps.defaultNamespace, url, urlPrefix, versions = 'all' } = query;
      refuseBoth(url, urlPrefix);
      const listing = { namespace, url, urlPrefix, versions };
      response.json(await artifactsOfNamespace(deps, listing, query, requestLink(raw)));
    },

    getArtifactDataByMultipart: async (request, response) => {
      const { artifact, included } = await wanted(deps, request);
      if (!request.raw.accepts('multipart/form-data')) {
        if (!request.raw.accepts('application/json')) {
          throw notAcceptable(['multipart/form-data', 'application/json']);
        }
        response.json(wireOfStored(artifact, deps.storeUrl));
        return;
      }
      await withContent(deps, artifact, request.signal, async (content) => {
        const properties = wireOfStored(artifact, deps.storeUrl);
        const answer = multipartAnswer(await artifactParts(artifact, properties, content, included));
        describe(response, artifact, included);
        response.set('Content-Type', answer.contentType).set('Content-Length', String(answer.lengthBytes));
        await sendBody(response, answer.body, { signal: request.signal });
      });
    },

    getArtifactDataByPayload: async (request, response) => {
      const { artifact, included } = await wanted(deps, request);
      describe(response, artifact, included);
      await withContent(deps, artifact, request.signal, (content) =>
        sendPayload(request, response, { artifact, content, included }),
      );
    },

    getArtifactDataByResponse: async (request, response) => {
      const { artifact, included } = await wanted(deps, request);
      describe(response, artifact, included);
      await withContent(deps, artifact, request.signal, async (content) => {
        const { lengthBytes, body } = await responseBlock(artifact, content, included);
        response.set('Content-Type', 'application/http;msgtype=response');
        response.set('Content-Length', String(lengthBytes));
        response.set('X-LockssRepo-ArtifactDataType', artifact.kind === 'resource' ? 'resource' : 'response');
        await sendBody(response, body, { signal: request.signal });
      });
    },
  };
}

async function wanted(deps: ArtifactRoutesDeps, { params, query }: ReadRequest) {
  const artifact = await artifactOf(deps, params.uuid, query.namespace);
  const included = includesContent(
    query.includeContent ?? 'ALWAYS',
    artifact.contentLength,
    deps.smallContentBytes,
  );
  return { artifact, included };
}

function describe(response: Response, artifact: StoredArtifact, included: boolean): void {
  response.set('X-LockssRepo-Artifact-Digest', digestText(artifact.sha256));
  response.set('X-LockssRepo-Artifact-StoredDate', new Date(artifact.storeMs).toISOString());
  response.set('X-LockssRepo-IncludesContent', String(included));
}
