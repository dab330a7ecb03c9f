// Program that runs the CDX clients.
import { carryOutPlan } from '../own-process.ts';
import { runCdxClients } from './cdx-clients.ts';

carryOutPlan(runCdxClients);
