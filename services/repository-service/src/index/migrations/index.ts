// Every schema change, in the order in which it is applied.
import * as artifacts from './0001-artifacts.ts';
import * as keeping from './0002-keeping.ts';
import * as replayByTime from './0003-replay-by-time.ts';
import * as moving from './0004-moving.ts';
import * as fixity from './0005-fixity.ts';
import * as longKeys from './0006-long-keys.ts';
import * as companions from './0007-companions.ts';
import * as companionDamage from './0008-companion-damage.ts';
import * as localIndexes from './0009-local-indexes.ts';
import * as keptDamage from './0010-kept-damage.ts';
import * as inView from './0011-in-view.ts';
import * as inlinedUrlOrder from './0015-inlined-url-order.ts';
import * as changesForBridge from './0017-changes-for-bridge.ts';
import * as audit from './0018-audit.ts';
import * as outboxFunctions from './0019-outbox-functions.ts';
import * as keyHead from './0020-key-head.ts';
import * as replayCopies from './0021-replay-copies.ts';
import * as importProcess from './0022-import-process.ts';
import * as journalEpochs from './0023-journal-epochs.ts';
import * as segmentsAtFault from './0024-segments-at-fault.ts';

export const migrations = {
  '0001-artifacts': artifacts,
  '0002-keeping': keeping,
  '0003-replay-by-time': replayByTime,
  '0004-moving': moving,
  '0005-fixity': fixity,
  '0006-long-keys': longKeys,
  '0007-companions': companions,
  '0008-companion-damage': companionDamage,
  '0009-local-indexes': localIndexes,
  '0010-kept-damage': keptDamage,
  '0011-in-view': inView,
  '0015-inlined-url-order': inlinedUrlOrder,
  '0017-changes-for-bridge': changesForBridge,
  '0018-audit': audit,
  '0019-outbox-functions': outboxFunctions,
  '0020-key-head': keyHead,
  '0021-replay-copies': replayCopies,
  '0022-import-process': importProcess,
  '0023-journal-epochs': journalEpochs,
  '0024-segments-at-fault': segmentsAtFault,
};
