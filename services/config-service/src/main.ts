// Entry point of the service.
import { runService } from '@holdfast/http-kit/run-service';
import { serviceIdentity } from './domain/service-identity.ts';
import { findMisspeltSettings, readSettingsOfProcess, serviceSpec } from './env.ts';

await runService({
  name: serviceIdentity.name,
  process,
  misspelt: findMisspeltSettings,
  spec: serviceSpec,
  settings: readSettingsOfProcess,
  // Imported on demand, because with several workers the primary process only starts the workers.
  start: async (...given) => (await import('./wiring.ts')).startConfigService(...given),
});
