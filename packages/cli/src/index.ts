// Exports the CLI for programs and tests that run commands in-process.

export { exitCodes } from '@holdfast/cli-kit';
export { type ParsedCommand, parseCommand } from './arguments.ts';
export { runCli } from './cli.ts';
export type { Terminal } from './connect.ts';
export type { CliEnvironment } from './env.ts';
export type { ImportCommand } from './import/import-arguments.ts';
