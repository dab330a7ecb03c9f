// The program of the service.
import { runService } from '@holdfast/http-kit';
import { settingsOfProcess } from './env.ts';
import { serviceName } from './service-name.ts';
import { startService } from './wiring.ts';

await runService({ name: serviceName.name, process, settings: settingsOfProcess, start: startService });
