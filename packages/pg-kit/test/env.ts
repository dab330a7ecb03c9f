// For tests: where Jest's global setup started PostgreSQL. The package itself takes nothing from the environment.

export function runServerUrl(): string {
  const url = process.env.HOLDFAST_TEST_POSTGRES;
  if (url === undefined)
    throw new Error('HOLDFAST_TEST_POSTGRES is not set: run tests through Jest and its global setup');
  return url;
}
