// Connects GET /doctor to the checks of this service, and lists the secrets that no response may contain.
import { examineProvider } from '@holdfast/accounts';
import type { ServiceExaminer } from '@holdfast/http-kit';
import type { ServiceSettings } from './env.ts';

/** Returns the checks of GET /doctor. Loads them on demand, because they are rarely needed. */
export function makeExaminer(settings: ServiceSettings, workers: number): ServiceExaminer {
  const {
    adminPassword,
    readerPassword,
    storingPassword,
    sessionSecret,
    auditKey,
    oidcClientSecret,
    objectStore,
  } = settings;
  const stores =
    objectStore.kind === 'several' ? objectStore.stores.map(({ store }) => store) : [objectStore];
  const keys = stores.flatMap((store) => (store.kind === 's3' ? [store.secretAccessKey] : []));
  // A worker has only its share of the connections.
  const databasePool = settings.databasePool * workers;
  return {
    async examine(findings) {
      const { examineService } = await import('./doctor.ts');
      await examineService({ ...settings, workers, databasePool }, findings);
      await examineProvider(findings, settings);
    },
    secrets: [
      adminPassword,
      readerPassword,
      storingPassword,
      sessionSecret,
      auditKey,
      oidcClientSecret,
      ...keys,
    ],
    urls: [settings.databaseUrl, settings.databaseReadUrl].filter((url) => url !== undefined),
  };
}
