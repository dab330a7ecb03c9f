// Loads and stores a configuration file. Storing fails if someone else has changed the file since it was loaded.
import { ServiceError } from '@holdfast/client/browser';
import { configuration } from '../../service/clients.ts';

export interface StoredFile {
  /** Text of the file. Empty if the file does not exist yet. */
  readonly text: string;
  /** ETag of the file. Undefined if the file does not exist yet. */
  readonly etag: string | undefined;
  /** Time of the last change, in milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
  readonly isXml: boolean;
}

const nothing: StoredFile = { text: '', etag: undefined, modifiedMs: undefined, isXml: false };

export async function loadStoredFile(section: string, signal?: AbortSignal): Promise<StoredFile> {
  // Checks the list of files before requesting a file, because browsers log a 404 response as an error.
  const files = await configuration.getConfigurationFiles({}, { signal });
  const entry = files.find((one) => one.section === section);
  if (entry !== undefined && entry.stored === undefined) return nothing;
  try {
    const answer = await configuration.getSectionConfiguration(
      { sectionName: section },
      { signal, accept: 'text/xml, text/plain' },
    );
    const { headers } = answer;
    const text = await answer.text();
    return {
      text,
      etag: toStrongEtag(headers.get('etag') ?? undefined),
      modifiedMs: Date.parse(headers.get('last-modified') ?? '') || undefined,
      isXml: headers.get('content-type')?.startsWith('text/xml') ?? false,
    };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    return nothing;
  }
}

/** Makes a weak ETag strong. Compressing proxies make ETags weak, but If-Match accepts only strong ones. */
const toStrongEtag = (etag: string | undefined): string | undefined => etag?.replace(/^W\//, '');

export interface StoreResult {
  /** Parameters in the file that this service does not use. */
  readonly forOthers: readonly string[];
}

/**
 * Stores the file. Rejects with ServiceError: status 412 if the stored file no longer has the ETag `etag`, 400 if the
 * new text is invalid.
 */
export async function storeFile(
  section: string,
  content: string | Blob,
  etag: string | undefined,
): Promise<StoreResult> {
  const condition = etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': etag };
  const { parameters } = await configuration.putSectionConfiguration({
    sectionName: section,
    body: { configFile: new Blob([content]) },
    ...condition,
  } as Parameters<typeof configuration.putSectionConfiguration>[0]);
  return { forOthers: parameters.filter(({ isActedOn }) => !isActedOn).map(({ key }) => key) };
}

export interface FileError {
  readonly message: string;
  /** Line number, starting at 1. Undefined if the error has no position. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** Returns the error in the text. Returns undefined if the request failed for another reason. */
export function parseFileError(error: unknown): FileError | undefined {
  if (!(error instanceof ServiceError) || error.status !== 400) return undefined;
  const { line, column } = (error.problem ?? {}) as { line?: number; column?: number };
  return { message: error.detail ?? error.message, line, column };
}

export const isVersionConflict = (error: unknown): boolean =>
  error instanceof ServiceError && error.status === 412;
