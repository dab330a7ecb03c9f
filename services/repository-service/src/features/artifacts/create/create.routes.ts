// POST /artifacts.
import type { repository } from '@holdfast/api-types';
import {
  addAuditSubject,
  type HttpRequest,
  type OperationHandlers,
  refuseOtherNamespaces,
  type ShellRequest,
} from '@holdfast/http-kit';
import type { Semaphore } from '@holdfast/service-kit';
import type { Response } from 'express';
import { makeIncompleteRequestError, makeTooManyCreatesError } from '../../errors.ts';
import { refuseOtherAus } from '../../shared/registries-only.ts';
import { toListedArtifactWire } from '../artifact.wire.ts';
import { type CreateDeps, createArtifact } from './create-artifact.ts';
import { parseFormParts } from './form-parts.ts';
import type { NewArtifact } from './new-artifact.ts';

export interface CreateRoutesDeps {
  create: CreateDeps & {
    /** Maximum number of concurrent creations. Each needs some memory in addition to the shared memory budget. */
    atOnce: Semaphore;
  };
  defaultNamespace: string;
  storeUrl(key: string): string;
}

type CreateArtifact = repository.operations['createArtifact'];

export function createCreationRoutes(deps: CreateRoutesDeps): OperationHandlers<repository.operations> {
  return {
    createArtifact: async (request, response) => {
      const release = deps.create.atOnce.tryAcquire();
      if (!release) throw makeTooManyCreatesError();
      try {
        await handleCreate(deps, request, response);
      } finally {
        release();
      }
    },
  };
}

async function handleCreate(
  { create, defaultNamespace, storeUrl }: CreateRoutesDeps,
  { query, user, raw, signal }: ShellRequest<CreateArtifact>,
  response: Response,
): Promise<void> {
  const { namespace = defaultNamespace } = query;
  const parts = parseFormParts(readRequestChunks(raw), raw.headers['content-type']);
  const judge = (artifact: Pick<NewArtifact, 'namespace' | 'auid'>) => {
    refuseOtherAus(user, artifact.auid);
    // The artifact's properties may name a namespace other than the one in the query.
    refuseOtherNamespaces(user, artifact.namespace);
  };
  const creation = await createArtifact(create, parts, { namespace, judge }, { by: user?.name, signal });
  if (creation.created === 'duplicate') {
    const { namespace, auid, uri } = creation.of;
    addAuditSubject(raw, { namespace, auid, uri, version: creation.version });
    response.status(302).set('Location', formatListingPath(creation.of, creation.version)).end();
    return;
  }
  const artifact = toListedArtifactWire(creation.artifact, creation.namespace, storeUrl);
  addAuditSubject(raw, {
    namespace: artifact.namespace,
    auid: artifact.auid,
    uri: artifact.uri,
    uuid: artifact.uuid,
  });
  response.status(201).json(artifact);
}

/** Returns the path of a listing that contains the created version. */
function formatListingPath({ namespace, auid, uri }: NewArtifact, version: number): string {
  const [au, url] = [encodeURIComponent(auid), encodeURIComponent(uri)];
  return `/aus/${au}/artifacts?namespace=${namespace}&url=${url}&version=${version}`;
}

// Yields the body of a request in chunks. The consumer owns the chunks.

/** Minimum size of a chunk. Without this limit, each small write of a slow client would occupy a separate buffer. */
const leastBytes = 16 * 1024;

/** Yields the chunks. Ending the iteration early does not close the request, so that the service can still respond. */
async function* readRequestChunks(request: HttpRequest): AsyncGenerator<Buffer, void> {
  try {
    yield* mergeChunks(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>);
  } catch (error) {
    throw makeIncompleteRequestError(error);
  }
}

/** Merges bytes into chunks of at least `leastBytes` bytes. Only the last chunk may be smaller. */
export async function* mergeChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer | undefined;
  let filled = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      if (!held && rest.length >= leastBytes) {
        yield rest;
        break;
      }
      held ??= Buffer.allocUnsafeSlow(leastBytes);
      const copied = rest.copy(held, filled);
      filled += copied;
      rest = rest.subarray(copied);
      if (filled < leastBytes) continue;
      yield held;
      held = undefined;
      filled = 0;
    }
  }
  if (held) yield held.subarray(0, filled);
}
