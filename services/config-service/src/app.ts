// The HTTP face of the service: its features' routes in the common shell.
import { configurationContract } from '@holdfast/api-types';
import { createShell, type Health, type Log, type Metrics, type Users } from '@holdfast/http-kit';
import type { Express } from 'express';
import { errorFor } from './errors.ts';
import { statusRoutes } from './features/status/status.routes.ts';
import { notBuilt } from './not-built.ts';
import { serviceName } from './service-name.ts';

export interface AppDeps {
  readonly log: Log;
  readonly users: Users;
  readonly health: Health;
  readonly metrics: Metrics;
}

export function createApp(deps: AppDeps): Express {
  return createShell({
    ...deps,
    service: serviceName,
    contract: configurationContract,
    handlers: { ...statusRoutes(deps) },
    notBuilt,
    errorFor,
  });
}
