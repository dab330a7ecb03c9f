// Numbers read off a service's Prometheus metrics.

/** The sum of one metric over all its labels; 0 when it has no sample yet. */
export function sumOf(metrics: string, name: string): number {
  let sum = 0;
  for (const line of metrics.split('\n')) {
    if (!line.startsWith(name)) continue;
    const next = line[name.length];
    if (next === '{' || next === ' ') sum += Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return sum;
}

/** Requests to the object store since the service began, but for looks whether it is there, which the clock asks for. */
export async function storeRequests(metricsUrl: string): Promise<number> {
  const answer = await fetch(metricsUrl);
  if (!answer.ok) throw new Error(`${metricsUrl} answered ${answer.status}.`);
  const samples = (await answer.text()).split('\n').filter((line) => !line.includes('operation="check"'));
  return sumOf(samples.join('\n'), 'holdfast_object_store_request_duration_seconds_count');
}
