// Program that runs the clients of the benchmark `create`.
import { carryOutPlan } from '../own-process.ts';
import { runCreators } from './creators.ts';

carryOutPlan(runCreators);
