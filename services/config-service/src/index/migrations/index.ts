// Every schema change, in the order in which it is applied.
import type { Migrations } from '@holdfast/pg-kit';
import * as plugins from './0001-plugins.ts';
import * as aus from './0002-aus.ts';
import * as configuration from './0003-configuration.ts';
import * as titles from './0004-titles.ts';
import * as namesAndNotices from './0005-names-and-notices.ts';
import * as titleFiles from './0007-title-files.ts';
import * as auNumbers from './0008-au-numbers.ts';
import * as auSizes from './0009-au-sizes.ts';
import * as userAccounts from './0012-user-accounts.ts';
import * as changesForBridge from './0015-changes-for-bridge.ts';
import * as registries from './0016-registries.ts';
import * as audit from './0017-audit.ts';
import * as outboxFunctions from './0018-outbox-functions.ts';

export const migrations: Migrations = {
  '0001-plugins': plugins,
  '0002-aus': aus,
  '0003-configuration': configuration,
  '0004-titles': titles,
  '0005-names-and-notices': namesAndNotices,
  '0007-title-files': titleFiles,
  '0008-au-numbers': auNumbers,
  '0009-au-sizes': auSizes,
  '0012-user-accounts': userAccounts,
  '0015-changes-for-bridge': changesForBridge,
  '0016-registries': registries,
  '0017-audit': audit,
  '0018-outbox-functions': outboxFunctions,
};
