// Creates an artifact. Returns a duplicate as a result instead of throwing an error.
import type { Artifact, ArtifactPropertiesInput } from '@holdfast/api-types';
import type { FileInput } from './form.ts';
import type { RepositoryOperations } from './operation-types.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions } from './settings.ts';

export interface NewArtifact {
  readonly properties: ArtifactPropertiesInput;
  /** HTTP status line and header fields of the captured response, up to the empty line. Undefined if there are none. */
  readonly httpResponseHeader?: string | undefined;
  readonly payload: FileInput;
}

export type CreateResult =
  | { readonly isDuplicate: false; readonly artifact: Artifact }
  /** Path of the listing in which the existing artifact can be found. */
  | { readonly isDuplicate: true; readonly location: string };

export async function createOrFindDuplicate(
  { createArtifact }: Pick<RepositoryOperations, 'createArtifact'>,
  { properties, httpResponseHeader = '', payload }: NewArtifact,
  options: CallOptions = {},
): Promise<CreateResult> {
  const body = { artifactProps: JSON.stringify(properties), httpResponseHeader, payload };
  let location = '';
  const onAnswer: CallOptions['onAnswer'] = (answer) => {
    location = answer.headers.location ?? '';
    options.onAnswer?.(answer);
  };
  try {
    return { isDuplicate: false, artifact: await createArtifact({ body }, { ...options, onAnswer }) };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 302) return { isDuplicate: true, location };
    throw error;
  }
}
