// Reads the address of the PostgreSQL that Jest's global setup started. The package itself reads no environment
// variables.

export function readServerUrl(): string {
  const url = process.env.HOLDFAST_TEST_POSTGRES;
  if (url === undefined)
    throw new Error('HOLDFAST_TEST_POSTGRES is not set: run tests through Jest and its global setup');
  return url;
}

/** Returns the URL at which programs under test reach the server: through PgBouncer, if the run uses it. */
export function readProgramServerUrl(): string {
  return process.env.HOLDFAST_TEST_PGBOUNCER_URL || readServerUrl();
}
