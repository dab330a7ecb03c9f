// Starts the service as a process of its own, and stops it when it is told to or its parent is gone.
import { createLog, SettingsError } from '@holdfast/http-kit';
import { settingsOfProcess } from './env.ts';
import { serviceName } from './service-name.ts';
import { startService } from './wiring.ts';

const log = createLog({ service: serviceName.name });

try {
  const settings = settingsOfProcess();
  log.level = settings.logLevel;
  const service = await startService(settings, log);
  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ why }, 'stopping');
    await service.stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  if (process.connected) process.once('disconnect', () => void stop('the parent process is gone'));
} catch (error) {
  if (error instanceof SettingsError) log.fatal({ faults: error.faults }, 'the settings cannot be used');
  else log.fatal({ err: error }, 'the service cannot start');
  process.exit(1);
}
