// Entry point of the service.
import { runService } from '@holdfast/http-kit/run-service';
import { serviceName } from './domain/service-name.ts';
import { findMisspeltSettings, readSettingsOfProcess, serviceSpec } from './env.ts';

await runService({
  name: serviceName.name,
  process,
  misspelt: findMisspeltSettings,
  spec: serviceSpec,
  settings: readSettingsOfProcess,
  // Loaded on demand, because the primary process of several workers does not need this module.
  start: async (...given) => (await import('./wiring.ts')).startRepositoryService(...given),
});
