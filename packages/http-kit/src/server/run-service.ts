// A service as a process of its own: its settings, its log, its start, and its stop when it is told to.
import { createLog, type Log, type LogLevel } from '../observe/log.ts';
import { SettingsError } from '../settings/read-settings.ts';
import { stopOnSignals } from './signals.ts';

export interface ServiceProgram<Settings extends { readonly logLevel: LogLevel }> {
  readonly name: string;
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
  /** Sentences about variables that were probably meant to be settings. */
  misspelt(): readonly string[];
  /** Throws SettingsError. */
  settings(): Settings;
  start(settings: Settings, log: Log): Promise<{ stop(): Promise<unknown> }>;
}

/** Says everything in JSON lines on stdout, also why it cannot start; then the process ends with exit code 1. */
export async function runService<Settings extends { readonly logLevel: LogLevel }>(
  program: ServiceProgram<Settings>,
): Promise<void> {
  const log = createLog({ service: program.name });
  try {
    for (const sentence of program.misspelt()) log.warn(sentence);
    const settings = program.settings();
    log.level = settings.logLevel;
    const service = await program.start(settings, log);
    stopOnSignals({ log, process: program.process, stop: () => service.stop() });
  } catch (error) {
    if (error instanceof SettingsError) log.fatal({ faults: error.faults }, 'the settings cannot be used');
    else log.fatal({ err: error }, 'the service cannot start');
    program.process.exit(1);
  }
}
