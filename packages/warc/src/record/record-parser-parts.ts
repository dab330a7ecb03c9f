// What reading records needs, whatever they come in. Types only.

import type { ByteSpool } from '../bytes/held-bytes.ts';
import type { MemberCompressor } from '../gzip/member-compressor.ts';
import type { DamageReport } from '../report/damage-report.ts';
import type { CompanionUse, PayloadReading, WarcSink } from '../report/types.ts';

export type RecordParserParts = {
  sink: WarcSink;
  damage: DamageReport;
  compressor: MemberCompressor;
  companions: CompanionUse;
  maxHeaderBytes: number;
  maxHttpHeadBytes: number;
  keepDamaged: boolean;
  payloads: PayloadReading;
  heldArtifacts: boolean;
  openSpool: (() => ByteSpool) | undefined;
};
