// Program that runs the reading clients.
import { runPlanInChild } from '../own-process.ts';
import { runReaders } from './readers.ts';

runPlanInChild(runReaders);
