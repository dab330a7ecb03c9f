// @holdfast/service-kit/doctor: checks of a node, for `./holdfast doctor` and for GET /doctor.
export { checkDisks, checkFolder } from './check-disks.ts';
export { checkMachine, checkOpenFiles } from './check-machine.ts';
export { checkStore, type ExaminedStore, type StoreState, type StoreTarget } from './check-store.ts';
export { assessClock } from './clock.ts';
export { compareHistory } from './compare-history.ts';
export { type CheckVerdict, type NodeFinding, NodeFindings, sortFindings, toSentence } from './finding.ts';
export { CheckTimeoutError, limitTime } from './limit-time.ts';
export { planConnections } from './plan-connections.ts';
export { listSecrets, redactSecrets } from './redact.ts';
export { findRemedy } from './remedies.ts';
export { findSystemReason } from './system-reason.ts';
