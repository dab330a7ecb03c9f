// Connects GET /doctor to the checks of this service.
import { examineProvider } from '@holdfast/accounts';
import type { ServiceExaminer } from '@holdfast/http-kit';
import type { ServiceSettings } from './env.ts';

/** Returns the checks of GET /doctor. Loads them on demand, because they are rarely needed. */
export function makeExaminer(settings: ServiceSettings, workers: number): ServiceExaminer {
  // Report the total for all workers. The settings of a worker contain only its share of the connections.
  const databasePool = settings.databasePool * workers;
  return {
    async examine(findings) {
      const { examineService } = await import('./doctor.ts');
      await examineService({ ...settings, workers, databasePool }, findings);
      await examineProvider(findings, settings);
    },
    secrets: settings.secrets(),
    urls: [settings.databaseUrl, settings.databaseReadUrl].filter((url) => url !== undefined),
  };
}
