// Visits the configured sources in order. After each source, visits the sources to which it refers. Visits each source
// only once, so that cycles end.
import {
  BadConfigurationError,
  type PlatformFacts,
  type PropertyValue,
  toListItems,
} from '@holdfast/config-format';
import type { OriginSet } from '../../domain/configuration/origins.ts';
import {
  isOptionalSource,
  MAX_SOURCES,
  redactUrl,
  resolveSourceUrl,
  type SourceUrl,
} from '../../domain/configuration/source-url.ts';
import { deleteConfigContent, readContent } from '../../index/configuration/content.db.ts';
import type {
  ConfigSourceRow,
  LoadedSource,
  ObtainedContent,
  SourceCopy,
} from '../../index/configuration/sources.db.ts';
import { SourceUnavailableError } from '../remote/source-unavailable.ts';
import { checkContentEffect, SuddenlyEmptyError } from './check-effect.ts';
import { type ObtainSourceDeps, obtainSource } from './obtain.ts';
import { readSourceContent, type SourceContent } from './read-source-content.ts';

export interface WalkDeps extends ObtainSourceDeps {
  readonly platform: PlatformFacts;
  /** Origins to which remote sources may refer, in addition to their own origin. */
  readonly allowedOrigins: OriginSet;
  readonly signal: AbortSignal;
}

export interface SourceWalkResult {
  readonly sources: readonly LoadedSource[];
  readonly problems: readonly string[];
}

/** Thrown if a required source is not available, so that the load fails. The message is written for users. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

interface Reference extends SourceUrl {
  readonly kind: ConfigSourceRow['kind'];
  readonly required: boolean;
}

const references = [
  { key: 'org.lockss.auxPropUrls', kind: 'configuration', required: true },
  { key: 'org.lockss.titleDbs', kind: 'titles', required: false },
  { key: 'org.lockss.userTitleDbs', kind: 'titles', required: false },
] as const;

const nothing: ReadonlyMap<string, PropertyValue> = new Map();

/**
 * Visits all sources. Throws LoadError if a required source cannot be loaded, or if there are too many sources. Content
 * that was stored before the error is removed by the next cleanup.
 */
export async function walkSources(
  deps: WalkDeps,
  configured: readonly SourceUrl[],
  known: ReadonlyMap<string, ConfigSourceRow>,
): Promise<SourceWalkResult> {
  const visited = new Set<string>();
  const sources: LoadedSource[] = [];
  const problems: string[] = [];
  /** Hosts that cannot be reached. Other sources on these hosts are not tried. */
  const silent = new Set<string>();
  // Stack of sources to visit. Sources to which a source refers are pushed, so that they are visited next.
  const ahead = configured
    .map((url): Reference => ({ ...url, kind: 'configuration', required: true }))
    .reverse();

  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    deps.signal.throwIfAborted();
    if (visited.has(next.url)) continue;
    visited.add(next.url);
    const loaded = await visit(deps, next, known.get(next.url)?.copy, silent, problems);
    if (loaded === undefined) continue;
    sources.push(loaded);
    const named = resolveReferences(deps, loaded, next, problems).filter(({ url }) => !visited.has(url));
    if (visited.size + ahead.length + named.length > MAX_SOURCES) {
      throw new LoadError(`More than ${MAX_SOURCES} sources are named.`);
    }
    for (const reference of named.reverse()) ahead.push(reference);
  }
  return { sources, problems };
}

/**
 * Visits one source. Returns undefined for a missing local file that is not required. A missing `.opt` file is returned
 * as an empty source.
 */
async function visit(
  deps: WalkDeps,
  reference: Reference,
  copy: SourceCopy | undefined,
  silent: Set<string>,
  problems: string[],
): Promise<LoadedSource | undefined> {
  const { url, kind, required, remote } = reference;
  const shown = redactUrl(url);
  try {
    const obtained = await obtainFresh(deps, reference, copy, silent);
    const read = await readObtained(deps, reference, obtained, copy);
    problems.push(...read.warnings.map((warning) => `${shown}: ${warning}.`));
    return { url, kind, required, copyUsed: false, ...read };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    if (isOptionalSource(url) && error instanceof SourceUnavailableError && error.missing)
      return { url, kind, required, copyUsed: false, copy: undefined, properties: nothing };
    const bad = error instanceof BadConfigurationError || error instanceof SuddenlyEmptyError;
    if (bad && required) throw new LoadError(`${shown} ${reason}.`, { cause: error });
    if (copy !== undefined && (remote || bad)) {
      problems.push(
        `${shown} ${reason}; its last good copy, of ${new Date(copy.modifiedMs).toISOString()}, is used.`,
      );
      return { url, kind, required, copyUsed: true, ...(await readCopy(deps, reference, copy)) };
    }
    if (required) throw new LoadError(`${shown} ${reason}, and there is no copy of it.`, { cause: error });
    if (!remote && error instanceof SourceUnavailableError && error.missing) return undefined;
    problems.push(`${shown} ${reason}, and there is no copy of it; it is left out.`);
    return { url, kind, required, copyUsed: false, copy: undefined, properties: nothing };
  }
}

async function obtainFresh(
  deps: WalkDeps,
  { url, remote }: Reference,
  copy: SourceCopy | undefined,
  silent: Set<string>,
): Promise<ObtainedContent> {
  const { host } = new URL(url);
  if (remote && silent.has(host))
    throw new SourceUnavailableError('is on a host that could not be reached before');
  try {
    return await obtainSource(deps, { url, remote }, copy, deps.signal);
  } catch (error) {
    if (remote && error instanceof SourceUnavailableError && error.unreachable) silent.add(host);
    throw error;
  }
}

interface SourceReading {
  readonly copy: SourceCopy;
  readonly properties: ReadonlyMap<string, PropertyValue>;
  readonly warnings: readonly string[];
}

/**
 * Parses the current content of a source. If new content is invalid or suddenly empty, removes the content from the
 * database and throws. Does not read unchanged titles again, because they have been validated before.
 */
async function readObtained(
  deps: WalkDeps,
  reference: Reference,
  obtained: ObtainedContent,
  copy: SourceCopy | undefined,
): Promise<SourceReading> {
  const same = copy?.contentId === obtained.contentId;
  if (same && reference.kind === 'titles')
    return { copy: { ...copy, ...obtained }, properties: nothing, warnings: [] };
  try {
    const content = await readStored(deps, reference, obtained);
    if (!same && copy !== undefined)
      await checkContentEffect(content, () => readStored(deps, reference, copy));
    return makeSourceReading(content, obtained);
  } catch (error) {
    if (!same) await deleteConfigContent(deps.db, obtained.contentId).catch(() => undefined);
    throw error;
  }
}

async function readCopy(
  deps: WalkDeps,
  reference: Reference,
  copy: SourceCopy,
): Promise<Pick<SourceReading, 'copy' | 'properties'>> {
  if (reference.kind === 'titles') return { copy, properties: nothing };
  try {
    const { properties } = await readStored(deps, reference, copy);
    return { copy, properties };
  } catch (error) {
    if (!(error instanceof BadConfigurationError)) throw error;
    throw new LoadError(`The copy of ${redactUrl(reference.url)} ${reasonOf(error)}.`, { cause: error });
  }
}

function readStored(deps: WalkDeps, reference: Reference, stored: ObtainedContent): Promise<SourceContent> {
  return readSourceContent(deps, reference, readContent(deps.db, stored, deps.signal));
}

function makeSourceReading(
  { format, holdsTitles, properties, warnings }: SourceContent,
  obtained: ObtainedContent,
): SourceReading {
  return { copy: { ...obtained, format, holdsTitles }, properties, warnings };
}

function resolveReferences(
  { allowedOrigins }: WalkDeps,
  loaded: LoadedSource,
  from: SourceUrl,
  problems: string[],
): Reference[] {
  return references.flatMap(({ key, kind, required }) =>
    toListItems(loaded.properties.get(key)).flatMap((text) => {
      try {
        return [{ ...resolveSourceUrl(text, from, allowedOrigins), kind, required }];
      } catch (error) {
        const sentence = `${redactUrl(from.url)}: ${key}: ${JSON.stringify(redactUrl(text))} ${(error as Error).message}`;
        if (required) throw new LoadError(`${sentence}.`);
        problems.push(`${sentence}; it is left out.`);
        return [];
      }
    }),
  );
}

/**
 * Returns a message without a subject, to which the caller prepends the name of the source. Returns undefined if the
 * error was not caused by the source.
 */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof SourceUnavailableError || error instanceof SuddenlyEmptyError) return error.message;
  if (error instanceof BadConfigurationError) {
    return `cannot be read as configuration: line ${error.line}, column ${error.column}: ${error.message}`;
  }
  return undefined;
}
