/** A file of a replay copy is not what was written; whoever holds it drops it, and PostgreSQL answers in its place. */
export class DamagedPieceError extends Error {
  override name = 'DamagedPieceError';
  readonly path: string;

  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`${path}: ${what}`, options);
    this.path = path;
  }
}
