// One artifact created, and whether it was.
import type { Artifact, ArtifactPropertiesInput } from '@holdfast/api-types';
import type { FileInput } from './form.ts';
import type { RepositoryOperations } from './operation-types.ts';
import { ServiceError } from './service-error.ts';
import type { CallOptions } from './settings.ts';

export interface NewArtifact {
  readonly properties: ArtifactPropertiesInput;
  /** Status line and headers of the captured response, ended by an empty line; absent for what was not captured so. */
  readonly httpResponseHeader?: string | undefined;
  readonly payload: FileInput;
}

export type Created =
  | { readonly isDuplicate: false; readonly artifact: Artifact }
  /** Path of the listing that shows the one that is there. */
  | { readonly isDuplicate: true; readonly location: string };

export async function createWith(
  { createArtifact }: Pick<RepositoryOperations, 'createArtifact'>,
  { properties, httpResponseHeader = '', payload }: NewArtifact,
  options: CallOptions = {},
): Promise<Created> {
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
