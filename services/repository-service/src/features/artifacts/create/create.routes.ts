// POST /artifacts.
import type { repository } from '@holdfast/api-types';
import type { HandlersOf, ShellRequest } from '@holdfast/http-kit';
import type { Response } from 'express';
import type { ConcurrencyLimit } from '../../../ingest/limits.ts';
import { tooManyCreates } from '../../errors.ts';
import { wireOfListed } from '../artifact.wire.ts';
import { type CreateDeps, createArtifact } from './create-artifact.ts';
import { formParts } from './form-parts.ts';
import type { NewArtifact } from './new-artifact.ts';
import { bytesOf } from './request-bytes.ts';

export interface CreateRoutesDeps {
  create: CreateDeps & {
    /** Creates at once; one holds a bounded amount of memory beside what they share. */
    atOnce: ConcurrencyLimit;
  };
  defaultNamespace: string;
  storeUrl(key: string): string;
}

type CreateArtifact = repository.operations['createArtifact'];

export function createRoutes(deps: CreateRoutesDeps): HandlersOf<repository.operations> {
  return {
    createArtifact: async (request, response) => {
      const { atOnce } = deps.create;
      if (!atOnce.enter()) throw tooManyCreates();
      try {
        await answer(deps, request, response);
      } finally {
        atOnce.leave();
      }
    },
  };
}

async function answer(
  { create, defaultNamespace, storeUrl }: CreateRoutesDeps,
  { query, raw, signal }: ShellRequest<CreateArtifact>,
  response: Response,
): Promise<void> {
  const { namespace = defaultNamespace } = query;
  const parts = formParts(bytesOf(raw), raw.headers['content-type']);
  const creation = await createArtifact(create, parts, namespace, signal);
  if (creation.created === 'duplicate') {
    response.status(302).set('Location', listingOf(creation.of, creation.version)).end();
    return;
  }
  response.status(201).json(wireOfListed(creation.artifact, creation.namespace, storeUrl));
}

/** The listing that shows this version. */
function listingOf({ namespace, auid, uri }: NewArtifact, version: number): string {
  const [au, url] = [encodeURIComponent(auid), encodeURIComponent(uri)];
  return `/aus/${au}/artifacts?namespace=${namespace}&url=${url}&version=${version}`;
}
