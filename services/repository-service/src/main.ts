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
  // Load the module on demand: the primary process of a cluster does not need it.
  start: async (...given) => (await import('./wiring.ts')).startRepositoryService(...given),
});
