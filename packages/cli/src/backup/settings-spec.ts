// Settings that only `holdfast backup` and `holdfast restore` have. docs/settings.md is generated from this table.

import { databaseCaSpec } from '@holdfast/service-kit/settings';

const buildDatabaseSetting = (service: string) =>
  ({
    kind: 'url',
    protocols: ['postgres:', 'postgresql:'],
    authorities: 'DATABASE_CA_FILE',
    defaultText: '`DATABASE_URL`',
    about: `database of the ${service}, if each service has its own database`,
  }) as const;

export const backupDatabaseSpec = {
  databaseCaFile: databaseCaSpec,
  repositoryDatabaseUrl: { name: 'REPOSITORY_DATABASE_URL', ...buildDatabaseSetting('repository service') },
  configDatabaseUrl: { name: 'CONFIG_DATABASE_URL', ...buildDatabaseSetting('configuration service') },
} as const;
