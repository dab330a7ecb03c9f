// The command line, for programs and tests that run it inside their own process.
export { type ImportCommand, type ParsedCommand, parseCommand } from './arguments.ts';
export { runCli, type Terminal } from './cli.ts';
export type { CliEnvironment } from './env.ts';
export { exitCodes } from './import-command.ts';
