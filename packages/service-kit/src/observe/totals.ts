// Answers and bytes by operation and status. Summed up here and handed to the registry when metrics are read: with labels
// a counter of the registry costs a small request as much as its routing.
import { Counter, type Registry } from 'prom-client';

interface Total {
  readonly operation: string;
  readonly status: number;
  count: number;
  requestBytes: number;
  responseBytes: number;
}

interface Added {
  readonly operation: string;
  /** 0 when the client left before there was an answer. */
  readonly status: number;
  requestBytes: number;
  responseBytes: number;
}

export interface Totals {
  add(measure: Added): void;
}

export function createTotals(registry: Registry): Totals {
  const byOperation = new Map<string, Map<number, Total>>();
  const counter = (
    name: string,
    help: string,
    labelNames: string[],
    add: (of: Counter, total: Total) => void,
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const byStatus of byOperation.values()) for (const total of byStatus.values()) add(this, total);
      },
    });
  counter('http_request_bytes_total', 'Bytes received.', ['operation'], (of, { operation, requestBytes }) =>
    of.inc({ operation }, requestBytes),
  );
  counter('http_response_bytes_total', 'Bytes sent.', ['operation'], (of, { operation, responseBytes }) =>
    of.inc({ operation }, responseBytes),
  );
  const labels = ['operation', 'status'];
  counter('http_responses_total', 'Answers, by operation and status.', labels, (of, total) => {
    const { operation, status, count } = total;
    // There is no status when the client left before there was an answer.
    if (status !== 0) of.inc({ operation, status }, count);
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
