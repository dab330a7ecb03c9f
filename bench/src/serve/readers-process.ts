// Process of the readers.
import { carryOutPlan } from '../own-process.ts';
import { runReaders } from './readers.ts';

carryOutPlan(runReaders);
