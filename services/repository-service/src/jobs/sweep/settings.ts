// Sweeping as the settings want it.
import type { ServiceSettings } from '../../env.ts';
import type { SweepSettings } from './sweep.ts';

export function sweepSettings(
  settings: Pick<ServiceSettings, 'sweepAgeMs' | 'sweepUncommittedMs' | 'spoolFolder'>,
): SweepSettings {
  const { sweepAgeMs: ageMs, sweepUncommittedMs: uncommittedMs, spoolFolder } = settings;
  return { ageMs, uncommittedMs, spoolFolder, dryRun: false };
}
