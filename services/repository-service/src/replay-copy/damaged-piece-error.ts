/** A file of a replay copy has a wrong checksum or form. Its holder drops it, and PostgreSQL answers instead. */
export class DamagedPieceError extends Error {
  override name = 'DamagedPieceError';
  readonly path: string;

  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`${path}: ${what}`, options);
    this.path = path;
  }
}
