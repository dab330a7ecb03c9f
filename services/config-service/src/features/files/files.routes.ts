// Handles GET and PUT /config/file/{sectionName}, and GET requests for its versions.
import type { configuration } from '@holdfast/api-types';
import { type OperationHandlers, parsePreconditions } from '@holdfast/http-kit';
import { isEffectiveParameter } from '../../domain/configuration/parameters.ts';
import {
  type ConfigSection,
  findSection,
  type GeneratedSection,
} from '../../domain/configuration/sections.ts';
import { makeSectionIsGeneratedError, makeUnknownSectionError } from '../errors.ts';
import { makeValidatorHeaders, sendFileResponse } from './file-response.ts';
import {
  deleteReceivedContent,
  type FilesDeps,
  listConfigFiles,
  readFile,
  replaceFile,
  storeReceivedContent,
} from './files.ts';
import { receiveFile } from './receive-file.ts';
import { listVersions, readVersion } from './versions.ts';

export function createFilesRoutes(deps: FilesDeps) {
  return {
    getConfigurationFiles: async (_request, response) => {
      response.json(await listConfigFiles(deps));
    },

    getSectionConfiguration: async (request, response) => {
      const section = sectionNamed(request.params.sectionName);
      await sendFileResponse(request, response, () => readFile(deps, section));
    },

    getSectionVersions: async ({ params, query }, response) => {
      response.json(await listVersions(deps.db, storedSectionNamed(params.sectionName), query));
    },

    getSectionVersion: async (request, response) => {
      const { sectionName, version } = request.params;
      const section = storedSectionNamed(sectionName);
      await sendFileResponse(request, response, () => readVersion(deps.db, section, version));
    },

    putSectionConfiguration: async ({ params, raw, user, signal }, response) => {
      const section = storedSectionNamed(params.sectionName);
      const preconditions = parsePreconditions(raw.headers);
      const content = await receiveFile(raw, response, {
        limitBytes: deps.configFileBytes,
        store: (bytes) => storeReceivedContent(deps, bytes),
        drop: (stored) => deleteReceivedContent(deps, stored),
      });
      const stored = await replaceFile(deps, {
        section,
        preconditions,
        content,
        userName: user!.name,
        signal,
      });
      const parameters = stored.keys.map((key) => ({
        key,
        isActedOn: isEffectiveParameter(key, 'stored file'),
      }));
      response.status(200).set(makeValidatorHeaders(stored)).json({ parameters });
    },
  } satisfies OperationHandlers<configuration.operations>;
}

/** Returns a section that clients can store. Throws 400 if the service generates the section. */
function storedSectionNamed(name: string): ConfigSection {
  const section = sectionNamed(name);
  if (typeof section === 'string') throw makeSectionIsGeneratedError(section);
  return section;
}

function sectionNamed(name: string): ConfigSection | GeneratedSection {
  const section = findSection(name);
  if (section === undefined) throw makeUnknownSectionError();
  return section;
}
