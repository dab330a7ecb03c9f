// Parses and validates the properties and the HTTP header block that a client sends for a new artifact.
import { repositoryContract } from '@holdfast/api-types/repository';
import { parseLimitedJson, validateFormField } from '@holdfast/http-kit';
import { type ImportedHttpHead, parseHttpHead } from '@holdfast/warc';
import { makeBadUploadError } from '../../errors.ts';

export interface NewArtifact {
  namespace: string;
  auid: string;
  uri: string;
  /** Milliseconds since the epoch. */
  collectionMs: number;
}

export interface NewHttpHead {
  bytes: Buffer;
  parsed: ImportedHttpHead;
}

export interface NewArtifactDefaults {
  namespace: string;
  nowMs(): number;
  /** Throws if the user must not store artifacts in this namespace or AU. */
  readonly judge: (artifact: Pick<NewArtifact, 'namespace' | 'auid'>) => void;
}

/** Properties after validation against the contract's ArtifactPropertiesInput. */
interface Properties {
  namespace?: string;
  auid: string;
  uri: string;
  version?: unknown;
  collectionDate?: number | string | null;
}

/** Range of dates with a four-digit year, as WARC-Date requires. */
const [firstMs, lastMs] = [Date.parse('0000-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** Parses `artifactProps`. Throws 400 and errors of `judge`. */
export function parseNewArtifact(json: string, defaults: NewArtifactDefaults): NewArtifact {
  refuseVersion(json);
  const properties = validateFormField(
    repositoryContract,
    'createArtifact',
    'artifactProps',
    json,
  ) as Properties;
  const { namespace = defaults.namespace, auid, uri } = properties;
  for (const [name, text] of Object.entries({ auid, uri })) {
    // A lone surrogate has no UTF-8 encoding. Two different texts with lone surrogates could become equal when encoded.
    if (!text.isWellFormed())
      throw makeBadUploadError(`artifactProps: ${name} contains an unpaired surrogate.`);
  }
  defaults.judge({ namespace, auid });
  return { namespace, auid, uri, collectionMs: parseCollectionDate(properties.collectionDate, defaults) };
}

/** Parses `httpResponseHeader`. Returns undefined if the part is empty. Throws 400 if it is invalid. */
export function parseNewHead(bytes: Buffer): NewHttpHead | undefined {
  if (bytes.length === 0) return undefined;
  const parsed = parseHttpHead(bytes);
  if (parsed) return { bytes, parsed };
  // Adds the blank line that ends the HTTP header block, which some clients omit.
  const ended = Buffer.concat([bytes, Buffer.from(bytes.at(-1) === 10 ? '\r\n' : '\r\n\r\n')]);
  const completed = parseHttpHead(ended);
  if (completed) return { bytes: ended, parsed: completed };
  throw makeBadUploadError(
    'httpResponseHeader is not the head of an HTTP response: status line, fields, blank line.',
  );
}

/**
 * Throws if the properties contain a version. Checked first, because a client that sends a version intends to overwrite
 * that version.
 */
function refuseVersion(json: string): void {
  let parsed: { version?: unknown } | null;
  try {
    parsed = parseLimitedJson(json) as typeof parsed;
  } catch {
    return;
  }
  if (typeof parsed === 'object' && parsed !== null && (parsed.version ?? null) !== null) {
    throw makeBadUploadError('artifactProps must not contain a version: the service assigns versions.');
  }
}

function parseCollectionDate(given: Properties['collectionDate'], { nowMs }: NewArtifactDefaults): number {
  if (given === undefined || given === null) return nowMs();
  const ms = Number(given);
  if (ms < firstMs || ms > lastMs)
    throw makeBadUploadError('artifactProps: collectionDate is outside the years 0 to 9999.');
  return ms;
}
