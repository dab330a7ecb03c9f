// Delays the report of damage until it is known whether reading can continue. If not, the damage is fatal.
import type { WarcDamage, WarcSink } from './types.ts';

export class DamageReport {
  readonly #sink: WarcSink;
  #pending: Omit<WarcDamage, 'fatal'> | undefined;

  constructor(sink: WarcSink) {
    this.#sink = sink;
  }

  /** Registers damage. If there is no valid data between several damaged ranges, only the first one is reported. */
  pend(damage: Omit<WarcDamage, 'fatal'>): void {
    this.#pending ??= damage;
  }

  /** True from the registration of damage until the reader continues after it. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Reports the registered damage, if any, as not fatal. Call this when reading continues after it. */
  crossed(): void {
    if (this.#pending !== undefined) this.#report(false);
  }

  /** Reports the registered damage, if any, as fatal. Call this at the end of the input. */
  end(): void {
    if (this.#pending !== undefined) this.#report(true);
  }

  #report(fatal: boolean): void {
    const damage = this.#pending!;
    this.#pending = undefined;
    this.#sink.damage({ ...damage, fatal });
  }
}
