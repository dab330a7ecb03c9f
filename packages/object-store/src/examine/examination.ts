// Result of testing one store.

/** Steps in the order in which they are tried. */
export type StoreStep = 'reach' | 'write' | 'read' | 'range' | 'list' | 'multipart' | 'delete' | 'abilities';

export interface StoreExamination {
  /** Duration of each step that succeeded. */
  readonly durationsMs: Readonly<Partial<Record<StoreStep, number>>>;
  /** The step that failed. Later steps were not tried. */
  readonly failed: { readonly step: StoreStep; readonly error: unknown } | undefined;
  /** Whether the folder exists and is marked as a store. Undefined for a bucket. */
  readonly isMarked: boolean | undefined;
  /** Clock of the server minus the clock of this machine. Undefined for a folder. The resolution is whole seconds. */
  readonly clockOffsetMs: number | undefined;
  /** Name of the server software, as reported by the server. */
  readonly server: string | undefined;
  /** The sentences that `shortcomings()` returned. */
  readonly shortcomings: readonly string[];
}

/** Runs steps one after the other, until one fails. */
export class StepRunner {
  readonly durationsMs: Partial<Record<StoreStep, number>> = {};
  failed: { readonly step: StoreStep; readonly error: unknown } | undefined;

  async run(step: StoreStep, work: () => Promise<void>): Promise<void> {
    if (this.failed !== undefined) return;
    const begunMs = performance.now();
    try {
      await work();
      this.durationsMs[step] = performance.now() - begunMs;
    } catch (error) {
      this.failed = { step, error };
    }
  }
}
