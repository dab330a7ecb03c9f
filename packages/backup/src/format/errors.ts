// Why a backup is not made or not restored.

/** What was asked for is not done, for a reason that the person who asked can do something about. Nothing was changed. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** An object of a backup that is not what it was when it was written. */
export interface Fault {
  readonly key: string;
  readonly reason: string;
  /** SHA-256, lower-case hex. */
  readonly expected?: string;
  readonly actual?: string;
}

const MOST_SHOWN = 20;

/** The backup is damaged: its message names what is. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    const shown = faults.slice(0, MOST_SHOWN).map(faultWords);
    const more = faults.length > MOST_SHOWN ? [`  … and ${faults.length - MOST_SHOWN} more`] : [];
    super(['The backup is damaged:', ...shown, ...more].join('\n'));
    this.faults = faults;
  }
}

function faultWords({ key, reason, expected, actual }: Fault): string {
  const digests = expected === undefined ? '' : `\n    expected ${expected}\n    found    ${actual}`;
  return `  ${key}: ${reason}${digests}`;
}
