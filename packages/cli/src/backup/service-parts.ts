// Loads `dist/backup.js` of each service, which describes how to back up the service's data.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServicePart } from '@holdfast/backup';

export interface ServiceParts {
  readonly repository: ServicePart;
  readonly configuration: ServicePart;
}

export async function loadServiceParts(projectFolder: string): Promise<ServiceParts> {
  const [repository, configuration] = await Promise.all(
    ['repository-service', 'config-service'].map((name) => loadPart(projectFolder, name)),
  );
  return { repository: repository!, configuration: configuration! };
}

async function loadPart(projectFolder: string, service: string): Promise<ServicePart> {
  const path = join(projectFolder, 'services', service, 'dist', 'backup.js');
  const { backupPart } = (await import(pathToFileURL(path).href)) as { backupPart: ServicePart };
  return backupPart;
}
