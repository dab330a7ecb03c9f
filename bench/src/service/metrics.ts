// Reads values from a service's Prometheus metrics.

/** Returns the sum of a metric over all labels, or 0 without samples. */
export function sumMetric(metrics: string, name: string): number {
  let sum = 0;
  for (const line of metrics.split('\n')) {
    if (!line.startsWith(name)) continue;
    const next = line[name.length];
    if (next === '{' || next === ' ') sum += Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return sum;
}

/** Returns the number of requests to the object store, not counting periodic availability checks. */
export async function countStoreRequests(metricsUrl: string): Promise<number> {
  const answer = await fetch(metricsUrl);
  if (!answer.ok) throw new Error(`${metricsUrl} answered ${answer.status}.`);
  const samples = (await answer.text()).split('\n').filter((line) => !line.includes('operation="check"'));
  return sumMetric(samples.join('\n'), 'holdfast_object_store_request_duration_seconds_count');
}
