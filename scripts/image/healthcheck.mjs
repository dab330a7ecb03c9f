// Exits with code 0 if the service in this container is ready. Otherwise prints the reason and exits with code 1.
const [port] = process.argv.slice(2);
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  const { status, reason } = await answer.json();
  console.log(reason ?? status);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(error.cause?.message ?? error.message);
  process.exitCode = 1;
}
