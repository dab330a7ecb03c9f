// Lists the files and URLs in TDB_SOURCES as inputs of a load.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PlatformFacts } from '@holdfast/config-format';
import { BadConfigurationError } from '@holdfast/config-format';
import {
  detectTitleFormat,
  findTitleFiles,
  readTitles,
  type TitleFile,
  type TitleFormat,
} from '@holdfast/tdb';
import type { SourceLocation } from '../../domain/configuration/source-locations.ts';
import { isOptionalSource } from '../../domain/configuration/source-url.ts';
import { deleteConfigContent, readContent } from '../../index/configuration/content.db.ts';
import type { ObtainedContent } from '../../index/configuration/sources.db.ts';
import { findDownload, removeOtherDownloads, saveDownload } from '../../index/titles/downloads.db.ts';
import { SourceUnavailableError } from '../remote/source-unavailable.ts';
import { inflateSource } from '../sources/inflate-source.ts';
import { type ObtainSourceDeps, obtainSource } from '../sources/obtain.ts';
import { isEmptyTdb } from '../sources/read-source-content.ts';
import type { TitleInput } from '../steps.ts';
import { addTitleProblem, type TitleProblems } from './problems.ts';

export interface OwnTitleSources extends ObtainSourceDeps {
  readonly tdbSources: readonly SourceLocation[];
  readonly platform: PlatformFacts;
}

export interface OwnTitleInputs {
  readonly inputs: readonly TitleInput[];
  /** Sources and folders that are unavailable and have no copy. */
  readonly missing: readonly string[];
}

/** Downloads URLs that have changed and computes digests of local files. Reports unavailable sources as problems. */
export async function findOwnTitleInputs(
  deps: OwnTitleSources,
  problems: TitleProblems,
  signal: AbortSignal,
): Promise<OwnTitleInputs> {
  const inputs: TitleInput[] = [];
  const missing: string[] = [];
  const unavailable = (source: string, why: string) => {
    missing.push(source);
    addTitleProblem(problems, `${source}: ${why}`);
  };
  for (const source of deps.tdbSources) {
    if (source.kind === 'url') {
      const input = await obtainRemoteInput(deps, source.url, problems, signal);
      if (input === undefined) continue;
      if (typeof input === 'string') unavailable(source.url, input);
      else inputs.push(input);
    } else {
      for await (const found of findTitleFiles(source.path, signal)) {
        const input = 'why' in found ? found.why : await obtainLocalInput(deps, found, signal);
        if (typeof input === 'string') unavailable(found.path, input);
        else inputs.push(input);
      }
    }
  }
  const urls = deps.tdbSources.flatMap((source) => (source.kind === 'url' ? [source.url] : []));
  await removeOtherDownloads(deps.db, urls);
  return { inputs: unique(inputs), missing };
}

/**
 * Returns the input, or undefined for an optional source that is missing. If there is neither a response nor a copy,
 * returns a message without a subject.
 */
async function obtainRemoteInput(
  deps: OwnTitleSources,
  url: string,
  problems: TitleProblems,
  signal: AbortSignal,
): Promise<TitleInput | string | undefined> {
  const format = detectTitleFormat(new URL(url).pathname) ?? 'tdb';
  const copy = await findDownload(deps.db, url);
  let content = copy;
  try {
    content = await obtainSource(deps, { url, remote: true }, copy, signal);
    if (content.contentId !== copy?.contentId && copy !== undefined)
      await checkDownload(deps, { content, copy, format }, signal);
    if (content !== copy) await saveDownload(deps.db, url, content);
  } catch (error) {
    if (!(error instanceof SourceUnavailableError)) throw error;
    if (error.missing && isOptionalSource(url)) return undefined;
    if (copy === undefined) return error.message;
    addTitleProblem(problems, `${url}: ${error.message}; the last copy is used`);
    content = copy;
  }
  const { sha256, sizeBytes } = content;
  return {
    source: url,
    format,
    sha256,
    sizeBytes,
    platform: deps.platform,
    open: (until) => readContent(deps.db, content, until),
  };
}

interface Download {
  readonly content: ObtainedContent;
  readonly copy: ObtainedContent;
  readonly format: TitleFormat;
}

/** Checks new content. If it is unreadable or suddenly empty, removes it and throws SourceUnavailableError. */
async function checkDownload(
  { db, platform }: OwnTitleSources,
  { content, copy, format }: Download,
  signal: AbortSignal,
): Promise<void> {
  const isEmpty = (stored: ObtainedContent): Promise<boolean> => {
    const bytes = readContent(db, stored, signal);
    return format === 'tdb' ? isEmptyTdb(bytes, signal) : holdsNothing(bytes);
  };
  const holdsNothing = async (bytes: AsyncIterable<Uint8Array>): Promise<boolean> => {
    let count = 0;
    for await (const { entries } of readTitles(bytes, { source: '', format, platform, signal }))
      count += entries.length;
    return format === 'properties' && count === 0;
  };
  let fault: string | undefined;
  try {
    if ((await isEmpty(content)) && !(await isEmpty(copy))) fault = 'is suddenly empty';
  } catch (error) {
    if (!(error instanceof BadConfigurationError)) throw error;
    fault = `cannot be read: line ${error.line}, column ${error.column}: ${error.message}`;
  }
  if (fault === undefined) return;
  await deleteConfigContent(db, content.contentId);
  throw new SourceUnavailableError(fault);
}

async function obtainLocalInput(
  { platform, limits }: OwnTitleSources,
  { path, format, sizeBytes }: TitleFile,
  signal: AbortSignal,
): Promise<TitleInput | string> {
  if (sizeBytes > limits.sizeBytes) return `is larger than the ${limits.sizeBytes} bytes allowed`;
  const open = (until: AbortSignal) =>
    inflateSource(createReadStream(path, { highWaterMark: 256 * 1024, signal: until }), limits.sizeBytes);
  const hash = createHash('sha256');
  try {
    for await (const chunk of open(signal)) hash.update(chunk);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SourceUnavailableError) return error.message;
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  return { source: path, format, sha256: hash.digest('hex'), sizeBytes, platform, open };
}

/** Removes duplicates, because a file in the setting may also be in a folder in the setting. */
function unique(inputs: readonly TitleInput[]): TitleInput[] {
  return [...new Map(inputs.map((input) => [input.source, input])).values()];
}
