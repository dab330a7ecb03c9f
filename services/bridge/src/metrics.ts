// Metrics of the bridge.

import type { Outbox, OutboxState } from '@holdfast/pg-kit';
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter, Gauge } from 'prom-client';
import type { PublishingState } from './publishing/publish-outbox.ts';

/** State of publishing one service's changes. `standing by`: another bridge publishes them. */
export type BridgeState = PublishingState | 'standing by';

export interface PublishingMetrics {
  state(service: string, state: BridgeState): void;
  published(service: string, messages: number): void;
  gap(service: string): void;
}

const STATES: readonly BridgeState[] = ['standing by', 'connecting', 'settling', 'publishing'];

export function createPublishingMetrics(
  metrics: Metrics,
  outboxes: Readonly<Record<string, Pick<Outbox, 'state'>>>,
): PublishingMetrics {
  const registers = [metrics.registry];
  const state = new Gauge({
    name: 'holdfast_bridge_state',
    help: 'State of publishing the changes of a service: 1 for the current state.',
    labelNames: ['service', 'state'],
    registers,
  });
  const published = new Counter({
    name: 'holdfast_bridge_messages_total',
    help: 'Messages accepted by a broker.',
    labelNames: ['service'],
    registers,
  });
  const gaps = new Counter({
    name: 'holdfast_bridge_gaps_total',
    help: 'Number of times that changes may have been lost and listeners were asked to reload everything.',
    labelNames: ['service'],
    registers,
  });
  for (const service of Object.keys(outboxes)) {
    published.inc({ service }, 0);
    gaps.inc({ service }, 0);
  }
  const byService = (value: (found: OutboxState) => number) => ({
    label: 'service',
    values: (found: Record<string, OutboxState>) =>
      Object.fromEntries(Object.entries(found).map(([service, one]) => [service, value(one)])),
  });
  registerPolledGauges(metrics, () => readOutboxStates(outboxes), [
    {
      name: 'holdfast_bridge_changes_waiting',
      help: 'Changes waiting for a broker to accept them.',
      byLabel: byService(({ rows }) => rows),
    },
    {
      name: 'holdfast_bridge_oldest_change_seconds',
      help: 'Age of the oldest waiting change; 0 if there is none.',
      byLabel: byService(({ seconds }) => seconds),
    },
  ]);
  return {
    state: (service, current) => {
      for (const one of STATES) state.set({ service, state: one }, one === current ? 1 : 0);
    },
    published: (service, messages) => published.inc({ service }, messages),
    gap: (service) => gaps.inc({ service }),
  };
}

async function readOutboxStates(outboxes: Readonly<Record<string, Pick<Outbox, 'state'>>>) {
  const states = Object.entries(outboxes).map(async ([service, outbox]) => [service, await outbox.state()]);
  return Object.fromEntries(await Promise.all(states)) as Record<string, OutboxState>;
}
