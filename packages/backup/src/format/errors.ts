// Errors of backups and restores.

/** Thrown if a backup or restore is refused for a reason that the user can correct. */
export class BackupRefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** A damaged object in a backup. */
export interface BackupFault {
  readonly key: string;
  readonly reason: string;
  /** Expected and actual SHA-256 of the object, in lower-case hexadecimal digits. */
  readonly expected?: string;
  readonly actual?: string;
}

const MAX_SHOWN = 20;

/** Thrown if a backup is damaged. The message lists the damaged objects. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
  readonly faults: readonly BackupFault[];

  constructor(faults: readonly BackupFault[]) {
    const shown = faults.slice(0, MAX_SHOWN).map(formatFault);
    const more = faults.length > MAX_SHOWN ? [`  … and ${faults.length - MAX_SHOWN} more`] : [];
    super(['The backup is damaged:', ...shown, ...more].join('\n'));
    this.faults = faults;
  }
}

function formatFault({ key, reason, expected, actual }: BackupFault): string {
  const digests = expected === undefined ? '' : `\n    expected ${expected}\n    found    ${actual}`;
  return `  ${key}: ${reason}${digests}`;
}
