// Starts the service as a process of its own. Says everything in JSON lines on stdout, also why it cannot start.
import { createLog, SettingsError, stopOnSignals } from '@holdfast/http-kit';
import { settingsOfProcess } from './env.ts';
import { serviceName } from './service-name.ts';
import { startService } from './wiring.ts';

const log = createLog({ service: serviceName.name });

try {
  const settings = settingsOfProcess();
  log.level = settings.logLevel;
  const service = await startService(settings, log);
  stopOnSignals({ log, process, stop: () => service.stop() });
} catch (error) {
  if (error instanceof SettingsError) log.fatal({ faults: error.faults }, 'the settings cannot be used');
  else log.fatal({ err: error }, 'the service cannot start');
  process.exit(1);
}
