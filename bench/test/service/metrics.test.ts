import { expect, it } from '@jest/globals';
import { sumMetric } from '../../src/service/metrics.ts';

it('adds a metric up over its labels, and takes no other for it', () => {
  const metrics = [
    '# HELP requests_count Requests.',
    '# TYPE requests_count counter',
    'requests_count{operation="put",outcome="ok"} 12',
    'requests_count{operation="a } b",outcome="ok"} 3',
    'requests_count_more{operation="put"} 100',
    'all_requests_count 1000',
    'other 7',
    '',
  ].join('\n');
  expect([
    sumMetric(metrics, 'requests_count'),
    sumMetric(metrics, 'other'),
    sumMetric(metrics, 'absent'),
  ]).toEqual([15, 7, 0]);
});
