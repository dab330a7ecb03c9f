// POST /artifacts.

import type { repository } from '@holdfast/api-types';
import { auditSubject, type HandlersOf, type ShellRequest } from '@holdfast/http-kit';
import type { Semaphore } from '@holdfast/service-kit';
import type { Response } from 'express';
import { tooManyCreates } from '../../errors.ts';
import { refuseOtherAus } from '../../shared/registries-only.ts';
import { wireOfListed } from '../artifact.wire.ts';
import { type CreateDeps, createArtifact } from './create-artifact.ts';
import { formParts } from './form-parts.ts';
import type { NewArtifact } from './new-artifact.ts';
import { bytesOf } from './request-bytes.ts';

export interface CreateRoutesDeps {
  create: CreateDeps & {
    /** Creates at once; one holds a bounded amount of memory beside what they share. */
    atOnce: Semaphore;
  };
  defaultNamespace: string;
  storeUrl(key: string): string;
}

type CreateArtifact = repository.operations['createArtifact'];

export function createRoutes(deps: CreateRoutesDeps): HandlersOf<repository.operations> {
  return {
    createArtifact: async (request, response) => {
      const release = deps.create.atOnce.tryAcquire();
      if (!release) throw tooManyCreates();
      try {
        await answer(deps, request, response);
      } finally {
        release();
      }
    },
  };
}

async function answer(
  { create, defaultNamespace, storeUrl }: CreateRoutesDeps,
  { query, user, raw, signal }: ShellRequest<CreateArtifact>,
  response: Response,
): Promise<void> {
  const { namespace = defaultNamespace } = query;
  const parts = formParts(bytesOf(raw), raw.headers['content-type']);
  const judge = (auid: string) => refuseOtherAus(user, auid);
  const creation = await createArtifact(create, parts, { namespace, judge }, signal);
  if (creation.created === 'duplicate') {
    const { namespace, auid, uri } = creation.of;
    auditSubject(raw, { namespace, auid, uri, version: creation.version });
    response.status(302).set('Location', listingOf(creation.of, creation.version)).end();
    return;
  }
  const artifact = wireOfListed(creation.artifact, creation.namespace, storeUrl);
  auditSubject(raw, {
    namespace: artifact.namespace,
    auid: artifact.auid,
    uri: artifact.uri,
    uuid: artifact.uuid,
  });
  response.status(201).json(artifact);
}

/** The listing that shows this version. */
function listingOf({ namespace, auid, uri }: NewArtifact, version: number): string {
  const [au, url] = [encodeURIComponent(auid), encodeURIComponent(uri)];
  return `/aus/${au}/artifacts?namespace=${namespace}&url=${url}&version=${version}`;
}
