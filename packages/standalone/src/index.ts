// What `npm start` is made of, for programs that start it otherwise. The program itself is main.ts.
export { runStandalone, type StandaloneTools } from './run.ts';
export { type StandaloneSettings, standaloneSettings } from './settings.ts';
export { StartupError } from './startup-error.ts';
export { type StopSignals, stopSignals } from './stop-signals.ts';
