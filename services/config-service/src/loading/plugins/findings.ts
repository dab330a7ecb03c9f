// Plugin definitions and problems that were found in plugin sources.

import type { DefinitionCandidate, DefinitionOrigin } from '../../domain/plugin-definitions/definition.ts';
import { type Definition, readDefinition } from '../../domain/plugin-definitions/definition.ts';
import { DefinitionError } from '../../domain/plugin-definitions/definition-error.ts';
import type { RegistryFile } from '../../index/plugins/registry-files.db.ts';

export interface PluginFindings {
  readonly candidates: DefinitionCandidate[];
  readonly problems: string[];
  /** Messages about tolerated errors. */
  readonly notices: string[];
  /** Files of plugin registries, including those whose download failed. */
  readonly files: RegistryFile[];
  /** True if all sources were read completely. If false, a plugin that was not found may still exist. */
  complete: boolean;
  /** Number of bytes of definitions that can still be added. */
  bytesLeft: number;
}

export interface FoundDefinitionFile {
  /** Path of the file relative to its source, for messages. */
  readonly place: string;
  readonly file: string;
  readonly origin: DefinitionOrigin;
  /**
   * False if the archive's manifest does not declare the file as a plugin. The file is then used as a parent only, and
   * its errors are not reported.
   */
  readonly isPlugin: boolean;
}

const MAX_CANDIDATES = 20_000;
const MAX_TOTAL_BYTES = 128 * 1024 * 1024;

export function createFindings(): PluginFindings {
  return { candidates: [], problems: [], notices: [], files: [], complete: true, bytesLeft: MAX_TOTAL_BYTES };
}

/** Parses a definition, and adds it or its problem to `findings`. */
export function addDefinitionFile(
  findings: PluginFindings,
  found: FoundDefinitionFile,
  bytes: Uint8Array,
): void {
  if (findings.candidates.length >= MAX_CANDIDATES) {
    if (findings.complete)
      addIncompleteProblem(findings, `${found.place}: there are more than ${MAX_CANDIDATES} definitions`);
    return;
  }
  findings.bytesLeft -= bytes.length;
  if (findings.bytesLeft < 0) {
    // Reports only the first file beyond the limit.
    if (findings.bytesLeft + bytes.length >= 0) {
      addIncompleteProblem(
        findings,
        `${found.place}: there are more than ${MAX_TOTAL_BYTES} bytes of definitions`,
      );
    }
    return;
  }
  try {
    const definition = readDefinition(bytes);
    if (definition !== undefined) addCandidate(findings, definition, found);
    else if (found.isPlugin && hasPluginFileName(found.place)) {
      addProblem(findings, `${found.place}: this is not a plugin: its root element is not a map`);
    }
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    if (found.isPlugin) addProblem(findings, sentence(found.place, error));
  }
}

function addCandidate(findings: PluginFindings, definition: Definition, found: FoundDefinitionFile): void {
  findings.candidates.push(candidate(definition, found));
  if (!found.isPlugin) return;
  for (const warning of definition.warnings)
    findings.notices.push(sanitizeText(sentence(found.place, warning)));
}

export function addProblem(findings: PluginFindings, text: string): void {
  findings.problems.push(sanitizeText(text));
}

/** Adds a problem, and records that `findings` may lack a plugin because of it. */
export function addIncompleteProblem(findings: PluginFindings, text: string): void {
  findings.complete = false;
  addProblem(findings, text);
}

/**
 * Returns whether a file with this name should contain a plugin definition. Does not read the file, which may be
 * unreadable.
 */
export function hasPluginFileName(name: string): boolean {
  return /Plugin\.xml$/i.test(name);
}

function candidate(
  definition: Definition,
  { place, file, origin, isPlugin }: FoundDefinitionFile,
): DefinitionCandidate {
  return { definition, place: sanitizeText(place), file, origin, isPlugin };
}

function sentence(
  place: string,
  { line, message }: { readonly line?: number | undefined; readonly message: string },
): string {
  return `${place}${line === undefined ? '' : `, line ${line}`}: ${message}`;
}

// Removes control characters, because file names in archives are not trusted.
function sanitizeText(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '�');
  return clean.length > 500 ? `${clean.slice(0, 500)}…` : clean;
}
