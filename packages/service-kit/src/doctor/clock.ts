// Checks the difference between this machine's clock and a server's clock.
import type { NodeFinding } from './finding.ts';

/**
 * Differences that count as a fault and as a warning. S3 servers reject requests if clocks differ by 5 to 15 minutes.
 */
const FAULT_MS = 60_000;
const WARNING_MS = 5_000;

/** Assesses a clock difference. `offsetMs` is the server's time minus this machine's time. */
export function assessClock(id: string, server: string, offsetMs: number): NodeFinding {
  const offMs = Math.abs(offsetMs);
  const seconds = offMs < 10_000 ? (offMs / 1000).toFixed(1) : Math.round(offMs / 1000);
  const message = `The clock of ${server} is ${seconds} seconds ${offsetMs > 0 ? 'ahead of' : 'behind'} the clock of this machine.`;
  const observed = Math.round(offsetMs);
  if (offMs < WARNING_MS)
    return { id, verdict: 'fine', message: `The clock of ${server} agrees with this machine's.`, observed };
  return {
    id,
    verdict: offMs >= FAULT_MS ? 'fault' : 'warning',
    message,
    remedy: 'Synchronise the clocks of both machines with NTP (chrony, systemd-timesyncd).',
    observed,
    expected: `less than ${WARNING_MS / 1000} seconds`,
  };
}
