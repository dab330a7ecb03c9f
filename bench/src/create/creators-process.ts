// Process of the creating clients.
import { carryOutPlan } from '../own-process.ts';
import { runCreators } from './creators.ts';

carryOutPlan(runCreators);
