// Lists the commands of `holdfast keep`.

import type { KeepCommand } from './command.ts';
import { compactCommand } from './compact-command.ts';
import { copiesCommand } from './copies-command.ts';
import { fixityCommand } from './fixity-command.ts';
import { purgeCommand } from './purge-command.ts';
import { rebuildCommand } from './rebuild-command.ts';
import { repairCommand } from './repair-command.ts';
import { sweepCommand } from './sweep-command.ts';
import { verifyCommand } from './verify-command.ts';

export const keepCommands: readonly KeepCommand[] = [
  rebuildCommand,
  verifyCommand,
  fixityCommand,
  copiesCommand,
  repairCommand,
  compactCommand,
  purgeCommand,
  sweepCommand,
];
