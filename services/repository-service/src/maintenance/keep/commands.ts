// Every command of `holdfast keep`.
import { compactCommand } from '../compaction/compact-command.ts';
import { fixityCommand } from '../fixity/fixity-command.ts';
import { purgeCommand } from '../purge/purge-command.ts';
import { rebuildCommand } from '../rebuild/rebuild-command.ts';
import { sweepCommand } from '../sweep/sweep-command.ts';
import { verifyCommand } from '../verify/verify-command.ts';
import type { KeepCommand } from './command.ts';

export const keepCommands: readonly KeepCommand[] = [
  rebuildCommand,
  verifyCommand,
  fixityCommand,
  compactCommand,
  purgeCommand,
  sweepCommand,
];
