// Damage waits here until it is known whether the reader got past it: only then is it clear whether it was fatal.
import type { Damage, WarcSink } from './types.ts';

export class DamageReport {
  readonly #sink: WarcSink;
  #pending: Omit<Damage, 'fatal'> | undefined;

  constructor(sink: WarcSink) {
    this.#sink = sink;
  }

  /** Notes damage. Of several stretches with nothing good between them, the first is the one reported. */
  pend(damage: Omit<Damage, 'fatal'>): void {
    this.#pending ??= damage;
  }

  /** Whether there is damage that reading has not got past. */
  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Says that reading goes on behind the damage noted, if any. */
  crossed(): void {
    if (this.#pending !== undefined) this.#report(false);
  }

  /** Says that nothing more will come. */
  end(): void {
    if (this.#pending !== undefined) this.#report(true);
  }

  #report(fatal: boolean): void {
    const damage = this.#pending!;
    this.#pending = undefined;
    this.#sink.damage({ ...damage, fatal });
  }
}
