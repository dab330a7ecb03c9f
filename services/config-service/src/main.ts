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
  // Imported on demand: if there are several workers, the primary process only starts them and does not need this
  // module.
  start: async (...given) => (await import('./wiring.ts')).startConfigService(...given),
});
