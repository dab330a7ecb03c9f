// Every command of `holdfast keep`.
import { fixityCommand } from '../fixity/fixity-command.ts';
import { rebuildCommand } from '../rebuild/rebuild-command.ts';
import { verifyCommand } from '../verify/verify-command.ts';
import type { KeepCommand } from './command.ts';

export const keepCommands: readonly KeepCommand[] = [fixityCommand, rebuildCommand, verifyCommand];
