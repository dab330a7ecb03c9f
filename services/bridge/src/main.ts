// Entry point of the bridge. The argument `forget` removes the bridge permanently.
import { createLog, SettingsError, stopOnSignals } from '@holdfast/service-kit';
import { startBridge } from './bridge.ts';
import { findMisspeltSettings, readForgetSettingsOfProcess, readSettingsOfProcess } from './env.ts';
import { forgetBridge } from './forget.ts';

const log = createLog({ service: 'bridge' });
try {
  for (const sentence of findMisspeltSettings()) log.warn(sentence);
  if (process.argv[2] === 'forget') {
    await forgetBridge(readForgetSettingsOfProcess(), (words) => process.stdout.write(`${words}\n`));
  } else {
    const settings = readSettingsOfProcess();
    log.level = settings.logLevel;
    const bridge = await startBridge(settings, log);
    stopOnSignals({ log, process, stop: () => bridge.stop() });
  }
} catch (error) {
  if (error instanceof SettingsError) log.fatal({ faults: error.faults }, 'the settings cannot be used');
  else log.fatal({ err: error }, 'the bridge cannot start');
  process.exit(1);
}
