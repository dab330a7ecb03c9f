// Delays a damage report until it is known whether the reader can continue after the damage. Only then is it known
// whether the damage is fatal.
import type { Damage, WarcSink } from './types.ts';

export class DamageReport {
  readonly #sink: WarcSink;
  #pending: Omit<Damage, 'fatal'> | undefined;

  constructor(sink: WarcSink) {
    this.#sink = sink;
  }

  /** Records damage. If several damaged ranges have nothing valid between them, only the first one is reported. */
  pend(damage: Omit<Damage, 'fatal'>): void {
    this.#pending ??= damage;
  }

  /** True from the time when damage is recorded until reading continues. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Call when reading continues. Reports the recorded damage, if there is any, as not fatal. */
  crossed(): void {
    if (this.#pending !== undefined) this.#report(false);
  }

  /** Call at the end of the input. Reports the recorded damage, if there is any, as fatal. */
  end(): void {
    if (this.#pending !== undefined) this.#report(true);
  }

  #report(fatal: boolean): void {
    const damage = this.#pending!;
    this.#pending = undefined;
    this.#sink.damage({ ...damage, fatal });
  }
}
