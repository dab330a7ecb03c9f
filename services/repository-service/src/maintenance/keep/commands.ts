// Every command of `holdfast keep`.
import { rebuildCommand } from '../rebuild/rebuild-command.ts';
import type { KeepCommand } from './command.ts';

export const keepCommands: readonly KeepCommand[] = [rebuildCommand];
