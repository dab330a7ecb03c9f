// The process of the creators.
import { carryOutPlan } from '../own-process.ts';
import { runCreators } from './creators.ts';

carryOutPlan(runCreators);
