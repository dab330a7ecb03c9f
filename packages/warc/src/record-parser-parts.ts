// What reading records needs, whatever they come in. Types only.
import type { DamageReport } from './damage-report.ts';
import type { ByteSpool } from './held-bytes.ts';
import type { MemberCompressor } from './member-compressor.ts';
import type { CompanionUse, PayloadReading, WarcSink } from './types.ts';

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
