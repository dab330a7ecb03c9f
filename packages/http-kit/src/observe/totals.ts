// Answers and bytes by operation and status. Summed up here and handed to the registry when metrics are read: with labels
// a counter of the registry costs a small request as much as its routing.
import { Counter, type Registry } from 'prom-client';
import type { RequestMeasure } from './metrics.ts';

interface Total {
  readonly operation: string;
  readonly status: number;
  count: number;
  requestBytes: number;
  responseBytes: number;
}

type Added = Pick<RequestMeasure, 'operation' | 'status' | 'requestBytes' | 'responseBytes'>;

export interface Totals {
  add(measure: Added): void;
}

export function createTotals(registry: Registry): Totals {
  const byOperation = new Map<string, Map<number, Total>>();
  const all = () => [...byOperation.values()].flatMap((byStatus) => [...byStatus.values()]);
  const registers = [registry];
  new Counter({
    name: 'http_request_bytes_total',
    help: 'Bytes received.',
    labelNames: ['operation'],
    registers,
    collect() {
      this.reset();
      for (const { operation, requestBytes } of all()) this.inc({ operation }, requestBytes);
    },
  });
  new Counter({
    name: 'http_response_bytes_total',
    help: 'Bytes sent.',
    labelNames: ['operation'],
    registers,
    collect() {
      this.reset();
      for (const { operation, responseBytes } of all()) this.inc({ operation }, responseBytes);
    },
  });
  new Counter({
    name: 'http_responses_total',
    help: 'Answers, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset();
      // Without a status: the client left before there was an answer.
      for (const { operation, status, count } of all())
        if (status !== 0) this.inc({ operation, status }, count);
    },
  });
  return {
    add({ operation, status, requestBytes, responseBytes }) {
      const total = totalOf(byOperation, operation, status);
      total.count++;
      total.requestBytes += requestBytes;
      total.responseBytes += responseBytes;
    },
  };
}

function totalOf(byOperation: Map<string, Map<number, Total>>, operation: string, status: number): Total {
  const byStatus = byOperation.get(operation) ?? new Map<number, Total>();
  byOperation.set(operation, byStatus);
  const total = byStatus.get(status) ?? { operation, status, count: 0, requestBytes: 0, responseBytes: 0 };
  byStatus.set(status, total);
  return total;
}
