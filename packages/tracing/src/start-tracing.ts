// Starts tracing if the settings contain an endpoint. Otherwise, OpenTelemetry is not loaded.
import type { Tracing, TracingLog, TracingSettings } from './tracing.ts';

/** Starts tracing. Returns undefined if tracing is off. Rejects if OpenTelemetry is not installed. */
export async function startTracing(
  settings: TracingSettings,
  service: { readonly name: string; readonly version: string },
  log: TracingLog,
): Promise<Tracing | undefined> {
  const { otlpEndpoint, otlpTracesEndpoint, otelDisabled, otelExporter } = settings;
  const url = otlpTracesEndpoint ?? (otlpEndpoint && `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined || otelDisabled || otelExporter === 'none') return undefined;
  const { createOpenTelemetryTracing } = await import('./open-telemetry.ts').catch(throwLoadError);
  return createOpenTelemetryTracing({ ...settings, url }, service, log);
}

function throwLoadError(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new Error(
    'OpenTelemetry, which sends traces, is not installed: npm start and ./holdfast install it if ' +
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, and npm run build always installs it.',
    { cause: error },
  );
}

/** Returns a database hook that adds a span for each query to the trace. */
export function createQueryHooks(tracing: Tracing) {
  return {
    onQuery: (operation: string, outcome: 'ok' | 'error', durationMs: number): void => {
      tracing.called({ system: 'postgresql', operation, outcome, durationMs });
    },
  };
}
