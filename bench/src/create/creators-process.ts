// Program that runs the clients of the benchmark `create`.
import { runPlanInChild } from '../own-process.ts';
import { runCreators } from './creators.ts';

runPlanInChild(runCreators);
