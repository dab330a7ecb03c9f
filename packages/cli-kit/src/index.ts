// @holdfast/cli-kit: code shared by the commands of the CLI.
export { makeConfigRefusal } from './service/config-refusal.ts';
export { formatOutcomes, type SendRecordTools, sendRecords, toJsonLines } from './service/send-records.ts';
export {
  checkLogin,
  parseServiceUrl,
  RefusalError,
  type Service,
  toRefusalError,
  toUnreachableError,
  WITHOUT_RETRIES,
} from './service/service.ts';
export { findSources, type InputSource, SourceError } from './service/source.ts';
export { askLine, askPassword } from './terminal/ask-password.ts';
export { makeOptionalMember, parseCommandArguments } from './terminal/command-arguments.ts';
export { exitCodes } from './terminal/exit-codes.ts';
export { escapeControls, formatCount, formatDuration } from './terminal/format.ts';
export { NO_PROGRESS, openProgress, type Progress, type ProgressTools } from './terminal/progress.ts';
export { UsageError } from './terminal/usage-error.ts';
