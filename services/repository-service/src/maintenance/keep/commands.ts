// Every command of `holdfast keep`.
import type { KeepCommand } from './command.ts';

export const keepCommands: readonly KeepCommand[] = [];
