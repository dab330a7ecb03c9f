// Result of testing one store.

/** Steps of the test, in order. */
export type StoreStep = 'reach' | 'write' | 'read' | 'range' | 'list' | 'multipart' | 'delete' | 'abilities';

export interface StoreExamination {
  /** Duration of each successful step. */
  readonly durationsMs: Readonly<Partial<Record<StoreStep, number>>>;
  /** Step that failed. Later steps did not run. */
  readonly failed: { readonly step: StoreStep; readonly error: unknown } | undefined;
  /** True if the folder exists and contains a store's marker file. Undefined for a bucket. */
  readonly isMarked: boolean | undefined;
  /** The server's clock minus this machine's clock, rounded to seconds. Undefined for a folder. */
  readonly clockOffsetMs: number | undefined;
  /** Name of the server software, as the server reports it. */
  readonly server: string | undefined;
  /** Result of `shortcomings()`. */
  readonly shortcomings: readonly string[];
}

/** Runs the steps in order until one fails. */
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
