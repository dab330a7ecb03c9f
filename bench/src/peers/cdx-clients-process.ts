// Program that runs the CDX clients.
import { runPlanInChild } from '../child-process.ts';
import { runCdxClients } from './cdx-clients.ts';

runPlanInChild(runCdxClients);
