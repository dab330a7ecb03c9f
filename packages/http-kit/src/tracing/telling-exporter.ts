// Says in the log when traces cannot be sent, once, and when they can be again.
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../observe/log.ts';

export function tellingExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  const tell = ({ code, error }: ExportResult): void => {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !failing) log.warn({ err: error }, 'traces cannot be sent');
    if (!failed && failing) log.info('traces can be sent again');
    failing = failed;
  };
  return {
    export: (spans: ReadableSpan[], done) => {
      exporter.export(spans, (result) => {
        tell(result);
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
