// Compaction as the settings want it.
import type { KeepSettings, ServiceSettings } from '../../env.ts';
import { type CompactionSettings, mostRecordsMerged } from './compaction.ts';

export function compactionSettings(
  settings: Pick<
    KeepSettings | ServiceSettings,
    'segmentBytes' | 'compactionDeadPercent' | 'compactionGraceMs' | 'compactionBytesPerSecond'
  >,
): CompactionSettings {
  return {
    targetBytes: settings.segmentBytes,
    records: mostRecordsMerged,
    deadShare: settings.compactionDeadPercent / 100,
    graceMs: settings.compactionGraceMs,
    bytesPerSecond: settings.compactionBytesPerSecond,
  };
}
