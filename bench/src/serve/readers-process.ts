// Program that runs the reading clients.
import { runPlanInChild } from '../child-process.ts';
import { runReaders } from './readers.ts';

runPlanInChild(runReaders);
