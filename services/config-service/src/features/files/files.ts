// Reads stored and generated configuration files, and replaces stored files.
import type { ConfigFileEntry } from '@holdfast/api-types';
import type { PlatformFacts } from '@holdfast/config-format';
import { isWriteAllowed, type Preconditions } from '@holdfast/http-kit';
import { runInTransaction } from '@holdfast/pg-kit';
import {
  type ConfigSection,
  configSections,
  type GeneratedSection,
  getSectionPath,
  getSectionPrecedence,
} from '../../domain/configuration/sections.ts';
import type { SourceUrl } from '../../domain/configuration/source-url.ts';
import {
  deleteConfigContent,
  readContent,
  type StoredContent,
  storeContent,
} from '../../index/configuration/content.db.ts';
import {
  findAuthors,
  findFile,
  findFiles,
  lockFile,
  type StoredFile,
  storeVersion,
} from '../../index/configuration/files.db.ts';
import {
  markParametersChanged,
  readLoadState,
  requestLoad,
} from '../../index/configuration/load-state.db.ts';
import { replaceProperties } from '../../index/configuration/properties.db.ts';
import { notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { makeNoSuchConfigurationFileError, makePreconditionFailedError } from '../errors.ts';
import { type FileValidators, makeEtag, type ReadableFile } from './file-response.ts';
import { makeGeneratedFile } from './generated.ts';
import { readSection, type SectionContent } from './read-section.ts';

export interface FilesDeps {
  readonly db: Db;
  /** Returns the current facts about the node, for evaluating conditions in configuration files. */
  readonly platform: () => PlatformFacts;
  /** Configuration sources in the service's settings. */
  readonly configured: readonly SourceUrl[];
  readonly configFileBytes: number;
  readonly nowMs: () => number;
  /** Applies changed parameters to this process. */
  readonly follow: () => Promise<void>;
}

/** Returns a stored or generated file. Throws 404. */
export async function readFile(
  deps: FilesDeps,
  section: ConfigSection | GeneratedSection,
): Promise<ReadableFile> {
  if (section === 'cluster') return clusterFile(deps);
  if (section === 'user-config') return userConfigFile(deps);
  const file = await findFile(deps.db, section.name);
  if (file === undefined) throw makeNoSuchConfigurationFileError(section.name);
  return {
    ...validatorsOf(file),
    format: file.format,
    sizeBytes: file.sizeBytes,
    open: (signal) => readContent(deps.db, file, signal),
  };
}

async function clusterFile({ db, configured }: FilesDeps): Promise<ReadableFile> {
  const { changedMs } = await readLoadState(db);
  return makeGeneratedFile({ urls: configured.map(({ url }) => url), modifiedMs: changedMs ?? 0 });
}

async function userConfigFile({ db }: FilesDeps): Promise<ReadableFile> {
  const stored = await findFiles(db);
  return makeGeneratedFile({
    urls: usedOf(stored).map(getSectionPath),
    modifiedMs: Math.max(0, ...stored.map(({ modifiedMs }) => modifiedMs)),
  });
}

/** Returns all sections that clients can store, in order of precedence, with the metadata of their files. */
export async function listConfigFiles({ db }: FilesDeps): Promise<ConfigFileEntry[]> {
  const [stored, authors] = [await findFiles(db), await findAuthors(db)];
  return configSections.map(({ name, use }) => {
    const file = stored.find(({ section }) => section === name);
    if (file === undefined) return { section: name, use };
    const { sha256, sizeBytes, modifiedMs, version } = file;
    return {
      section: name,
      use,
      stored: {
        etag: makeEtag(sha256),
        modified: modifiedMs,
        size: sizeBytes,
        version,
        user: authors.get(name) ?? '',
      },
    };
  });
}

/** Returns the paths of the stored files in use, after the path of the generated file that lists them. */
export async function listUsedFileUrls(db: Db): Promise<string[]> {
  const used = usedOf(await findFiles(db));
  return used.length === 0 ? [] : ['dyn:user-config.xml', ...used.map(getSectionPath)];
}

function usedOf(stored: readonly StoredFile[]): ConfigSection[] {
  return configSections.filter(
    ({ name, use }) => use !== 'document' && stored.some(({ section }) => section === name),
  );
}

/** Stores the bytes of a received file in the database, before any stored file refers to them. */
export const storeReceivedContent = (
  { db, nowMs }: FilesDeps,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredContent> => storeContent(db, bytes, nowMs);

export const deleteReceivedContent = ({ db }: FilesDeps, { contentId }: StoredContent): Promise<void> =>
  deleteConfigContent(db, contentId);

export interface FileReplacement {
  readonly section: ConfigSection;
  readonly preconditions: Preconditions;
  readonly content: StoredContent;
  readonly userName: string;
  readonly signal: AbortSignal;
}

export interface StoredSection extends FileValidators {
  readonly keys: readonly string[];
}

/**
 * Replaces a stored file with received content and applies it. Throws 400 if the content is invalid, and 412 if a
 * precondition fails. Deletes the received content if the file is not replaced.
 */
export async function replaceFile(deps: FilesDeps, replacement: FileReplacement): Promise<StoredSection> {
  const { section, content, signal } = replacement;
  try {
    const bytes = readContent(deps.db, content, signal);
    const read = await readSection(section, bytes, { platform: deps.platform(), signal });
    const validators = await runInTransaction(deps.db, (transaction) =>
      storeWhenAllowed(transaction, deps, replacement, read),
    );
    await deps.follow();
    return { ...validators, keys: [...read.properties.keys()] };
  } catch (error) {
    // If this fails, `deleteUnreferencedContents` deletes the content later.
    await deleteConfigContent(deps.db, content.contentId).catch(() => undefined);
    throw error;
  }
}

/**
 * Checks the preconditions and stores the file in one transaction, which locks the section. If two requests have the
 * same If-Match, only one succeeds.
 */
async function storeWhenAllowed(
  db: Db,
  { nowMs }: FilesDeps,
  { section, preconditions, content, userName }: FileReplacement,
  { format, properties }: SectionContent,
): Promise<FileValidators> {
  const before = await lockFile(db, section.name);
  if (!isWriteAllowed(preconditions, before && validatorsOf(before))) throw makePreconditionFailedError();
  const modifiedMs = Math.max(nowMs(), (before?.modifiedMs ?? 0) + 1);
  await storeVersion(db, {
    section: section.name,
    contentId: content.contentId,
    format,
    modifiedMs,
    userName,
  });
  await replaceProperties(db, getSectionPrecedence(section), properties);
  if (before?.sha256 !== content.sha256) {
    await markParametersChanged(db, modifiedMs);
    await notifyChanges(db, [{ kind: 'GlobalConfigChanged' }]);
  }
  await requestLoad(db);
  return { etag: makeEtag(content.sha256), modifiedMs };
}

function validatorsOf({ sha256, modifiedMs, earlierModifiedMs }: StoredFile): FileValidators {
  return { etag: makeEtag(sha256), modifiedMs, earlierModifiedMs };
}
