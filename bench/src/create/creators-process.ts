// Program that runs the clients of the benchmark `create`.
import { runPlanInChild } from '../child-process.ts';
import { runCreators } from './creators.ts';

runPlanInChild(runCreators);
