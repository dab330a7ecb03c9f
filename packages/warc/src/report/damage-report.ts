// Holds back a damage report until the reader has passed the damage: only then is it known whether it was fatal.
import type { Damage, WarcSink } from './types.ts';

export class DamageReport {
  readonly #sink: WarcSink;
  #pending: Omit<Damage, 'fatal'> | undefined;

  constructor(sink: WarcSink) {
    this.#sink = sink;
  }

  /**
   * Records damage. If several damaged ranges follow each other without anything valid between them, the
   * first is reported.
   */
  pend(damage: Omit<Damage, 'fatal'>): void {
    this.#pending ??= damage;
  }

  /** True if there is damage that reading has not passed yet. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Announces that reading continues after the recorded damage, if any. */
  crossed(): void {
    if (this.#pending !== undefined) this.#report(false);
  }

  /** Announces the end of the input. */
  end(): void {
    if (this.#pending !== undefined) this.#report(true);
  }

  #report(fatal: boolean): void {
    const damage = this.#pending!;
    this.#pending = undefined;
    this.#sink.damage({ ...damage, fatal });
  }
}
