// @holdfast/cli-kit: what the commands of the command line share. See each file for what its exports promise.
export { refused } from './service/refused.ts';
export { linesOfRecords, outcomeWords, type SendTools, sendRecords } from './service/send-records.ts';
export {
  checkLogin,
  neverRepeated,
  RefusalError,
  refusal,
  type Service,
  serviceUrl,
  unreachable,
} from './service/service.ts';
export { type Source, SourceError, sources } from './service/source.ts';
export { askLine, askPassword } from './terminal/ask-password.ts';
export { exitCodes } from './terminal/exit-codes.ts';
export { countWords, printable, timeWords } from './terminal/format.ts';
export { given, parsedWords } from './terminal/parsed-words.ts';
export { noProgress, openProgress, type Progress, type ProgressTools } from './terminal/progress.ts';
export { UsageError } from './terminal/usage-error.ts';
