// The program of the service.
import { runService } from '@holdfast/http-kit';
import { serviceName } from './domain/service-name.ts';
import { misspeltInProcess, settingsOfProcess } from './env.ts';
import { startRepositoryService } from './wiring.ts';

await runService({
  name: serviceName.name,
  process,
  misspelt: misspeltInProcess,
  settings: settingsOfProcess,
  start: startRepositoryService,
});
