// A configuration file as it is stored, and storing it where nobody else has changed it since.
import { ServiceError } from '@holdfast/client/browser';
import { configuration } from '../../service/clients.ts';

export interface StoredFile {
  /** Empty when there is none yet. */
  readonly text: string;
  /** Undefined: there is none yet. */
  readonly etag: string | undefined;
  /** Milliseconds since the epoch. */
  readonly modifiedMs: number | undefined;
  readonly isXml: boolean;
}

const nothing: StoredFile = { text: '', etag: undefined, modifiedMs: undefined, isXml: false };

export async function loadFile(section: string, signal?: AbortSignal): Promise<StoredFile> {
  // A file that is not there would be a failure to the browser, which tells it.
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
      etag: strong(headers.get('etag') ?? undefined),
      modifiedMs: Date.parse(headers.get('last-modified') ?? '') || undefined,
      isXml: headers.get('content-type')?.startsWith('text/xml') ?? false,
    };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    return nothing;
  }
}

/** A proxy that compresses makes a tag weak, which conditions do not take. */
const strong = (etag: string | undefined): string | undefined => etag?.replace(/^W\//, '');

export interface Stored {
  /** Keys of parameters that this service does not act on. */
  readonly forOthers: readonly string[];
}

/** Rejects with a ServiceError: 412 when somebody else has changed it since `etag`, 400 when it has a fault. */
export async function storeFile(section: string, text: string, etag: string | undefined): Promise<Stored> {
  const condition = etag === undefined ? { 'If-None-Match': '*' } : { 'If-Match': etag };
  const { parameters } = await configuration.putSectionConfiguration({
    sectionName: section,
    body: { configFile: new Blob([text]) },
    ...condition,
  } as Parameters<typeof configuration.putSectionConfiguration>[0]);
  return { forOthers: parameters.filter(({ isActedOn }) => !isActedOn).map(({ key }) => key) };
}

export interface Fault {
  readonly message: string;
  /** From 1; undefined where the service names no place. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/** What is wrong with the text; undefined when that is not what the error is about. */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof ServiceError) || error.status !== 400) return undefined;
  const { line, column } = (error.problem ?? {}) as { line?: number; column?: number };
  return { message: error.detail ?? error.message, line, column };
}

export const isConflict = (error: unknown): boolean => error instanceof ServiceError && error.status === 412;
