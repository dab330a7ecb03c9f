// What an export leaves out because it is damaged, and how that is said in its files.

export interface LeftOut {
  /** Artifacts that are damaged. */
  readonly artifacts: number;
  /** Artifacts that are in it without what was captured with them, because something of that is damaged. */
  readonly companions: number;
  /** Records that belong to no artifact and are damaged. */
  readonly records: number;
}

/** Undefined when nothing is left out. */
export function leftOutWords({ artifacts, companions, records }: LeftOut): string | undefined {
  const words = [
    ...(artifacts > 0
      ? [`${artifacts} damaged ${artifacts === 1 ? 'artifact is' : 'artifacts are'} left out`]
      : []),
    ...(companions > 0
      ? [
          `${companions} ${companions === 1 ? 'artifact is' : 'artifacts are'} without companions, which are damaged`,
        ]
      : []),
    ...(records > 0
      ? [
          `${records} damaged ${records === 1 ? 'record that belongs to no artifact is' : 'records that belong to no artifact are'} left out`,
        ]
      : []),
  ];
  return words.length > 0 ? words.join('; ') : undefined;
}
