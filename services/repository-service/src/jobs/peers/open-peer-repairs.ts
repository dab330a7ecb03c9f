// Opens the peers that the settings list for repairs, and counts requests to them.
import type { Metrics } from '@holdfast/service-kit';
import { Counter } from 'prom-client';
import { openPeers, PEER_LIMITS } from './ask-peer.ts';
import { PEER_OUTCOMES, type PeerRepairDeps } from './repair-from-peers.ts';
import type { PeerSettings } from './settings.ts';

/** Opens the peers. Returns undefined if none are configured. */
export function openPeerRepairs(
  settings: PeerSettings,
  { registry }: Metrics,
  deps: Omit<PeerRepairDeps, 'peers' | 'limits' | 'onAsked'>,
): PeerRepairDeps | undefined {
  const peers = openPeers(settings);
  if (peers.length === 0) return undefined;
  const asked = new Counter({
    name: 'holdfast_peer_repairs_total',
    help: 'Damaged artifacts requested from peers, by peer and outcome.',
    labelNames: ['peer', 'outcome'],
    registers: [registry],
  });
  for (const { url } of peers) for (const outcome of PEER_OUTCOMES) asked.inc({ peer: url, outcome }, 0);
  return { ...deps, peers, limits: PEER_LIMITS, onAsked: (peer, outcome) => asked.inc({ peer, outcome }) };
}
