// Program that runs the reading clients.
import { carryOutPlan } from '../own-process.ts';
import { runReaders } from './readers.ts';

carryOutPlan(runReaders);
