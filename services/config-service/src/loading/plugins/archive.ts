// Reads plugin definitions from a JAR or ZIP file, which is never extracted to disk. Limits apply to the bytes that are
// actually decompressed, because declared sizes may be wrong.
import { validateFileName, type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { MAX_DEFINITION_BYTES } from '../../domain/plugin-definitions/definition.ts';
import { listArchiveEntries, type NamedZipEntry, openArchive, readEntryBytes } from './archive-entries.ts';
import {
  addDefinitionFile,
  addProblem,
  type FoundDefinitionFile,
  hasPluginFileName,
  type PluginFindings,
} from './findings.ts';
import { parseDeclaredPlugins } from './manifest.ts';

export type ArchiveFile = Omit<FoundDefinitionFile, 'isPlugin'>;

const MAX_BYTES = 64 * 1024 * 1024;
const MANIFEST_NAME = 'META-INF/MANIFEST.MF';

/** Adds the definitions in the archive to `findings`. Reports an unreadable archive or entry as a problem. */
export async function readPluginArchive(
  findings: PluginFindings,
  archive: ArchiveFile,
  content: string | Buffer,
  signal: AbortSignal,
): Promise<void> {
  let zip: ZipFile | undefined;
  try {
    zip = await openArchive(content);
    await readEntries(findings, archive, zip, signal);
  } catch (error) {
    signal.throwIfAborted();
    addProblem(findings, `${archive.place}: the archive cannot be read: ${reasonOf(error)}`);
  } finally {
    zip?.close();
  }
}

async function readEntries(
  findings: PluginFindings,
  archive: ArchiveFile,
  zip: ZipFile,
  signal: AbortSignal,
): Promise<void> {
  const { definitions, manifest } = entriesOf(findings, archive, await listArchiveEntries(zip, signal));
  const declared = manifest && (await readDeclaredPlugins(findings, archive, zip, manifest));
  let bytesLeft = MAX_BYTES;
  for (const [name, entry] of definitions) {
    signal.throwIfAborted();
    const found = { ...archive, place: `${archive.place}!/${name}`, isPlugin: declared?.has(name) ?? true };
    try {
      const bytes = await readEntryBytes(zip, entry, Math.min(bytesLeft, MAX_DEFINITION_BYTES));
      bytesLeft -= bytes.length;
      addDefinitionFile(findings, found, bytes);
    } catch (error) {
      if (found.isPlugin && (declared !== undefined || hasPluginFileName(name))) {
        addProblem(findings, `${found.place}: ${reasonOf(error)}`);
      }
    }
  }
  for (const name of declared ?? []) reportMissingDefinition(findings, archive, name, definitions);
}

interface ArchiveEntries {
  readonly definitions: ReadonlyMap<string, ZipEntry>;
  readonly manifest: ZipEntry | undefined;
}

function entriesOf(
  findings: PluginFindings,
  archive: ArchiveFile,
  entries: readonly NamedZipEntry[],
): ArchiveEntries {
  const definitions = new Map<string, ZipEntry>();
  let manifest: ZipEntry | undefined;
  for (const { name, entry } of entries) {
    if (name.toUpperCase() === MANIFEST_NAME) manifest = entry;
    // Definitions in META-INF are skipped, because entries there need no signature.
    if (!/\.xml$/i.test(name) || /^META-INF\//i.test(name)) continue;
    const odd = validateFileName(name);
    if (odd !== null)
      addProblem(findings, `${archive.place}!/${name}: the name of the entry points outside the archive`);
    else definitions.set(name, entry);
  }
  return { definitions, manifest };
}

async function readDeclaredPlugins(
  findings: PluginFindings,
  archive: ArchiveFile,
  zip: ZipFile,
  manifest: ZipEntry,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const bytes = await readEntryBytes(zip, manifest, 4 * 1024 * 1024);
    return parseDeclaredPlugins(bytes.toString('utf8'));
  } catch (error) {
    addProblem(findings, `${archive.place}!/${MANIFEST_NAME}: ${reasonOf(error)}`);
    return undefined;
  }
}

/** Reports a plugin in the manifest whose file is missing or is not a definition. */
function reportMissingDefinition(
  findings: PluginFindings,
  archive: ArchiveFile,
  name: string,
  definitions: ReadonlyMap<string, ZipEntry>,
): void {
  if (definitions.has(name)) return;
  const why = /\.class$/i.test(name)
    ? 'the plugin is a Java class, and only definitions can be read'
    : 'the manifest declares a plugin that is not in the archive';
  addProblem(findings, `${archive.place}!/${name}: ${why}`);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
