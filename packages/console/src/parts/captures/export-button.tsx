// Button that downloads an export. Polls until the service has created the file.

import { ServiceError, toServiceError } from '@holdfast/client/browser';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { formatCallUrl } from '../../service/clients.ts';
import { CONSOLE_HEADERS } from '../../service/session-request.ts';
import { Button } from '../basic/button.tsx';
import { Icon } from '../basic/icon.tsx';
import { toastProblem } from '../feedback/toasts.tsx';

export type ExportExtension = 'warc.gz' | 'wacz' | 'tar';

interface ExportButtonProps {
  readonly namespace: string;
  readonly ending: ExportExtension;
  /** Parameters of the export operation. */
  readonly selected: Readonly<Record<string, string | undefined>>;
  readonly label: string;
}

const LABELS = { 'warc.gz': 'WARC', wacz: 'WACZ', tar: 'BagIt' } as const satisfies Record<
  ExportExtension,
  string
>;

interface ExportButtonsProps {
  readonly namespace: string;
  /** AU to export. Undefined for the whole namespace. */
  readonly auid: string | undefined;
}

/** Shows one button per format of an export. */
export function ExportButtons({ namespace, auid }: ExportButtonsProps) {
  return (
    <>
      {(Object.keys(LABELS) as ExportExtension[]).map((ending) => (
        <ExportButton
          key={ending}
          namespace={namespace}
          ending={ending}
          selected={{ auid }}
          label={LABELS[ending]}
        />
      ))}
    </>
  );
}

const OPERATION = 'HEAD /exports/{fileName}';
const MAX_WAIT_MS = 30_000;

export function ExportButton({ namespace, ending, selected, label }: ExportButtonProps) {
  const isMaking = useSignal(false);
  const unwanted = useRef(new AbortController());
  useEffect(() => () => unwanted.current.abort(), []);

  async function save(): Promise<void> {
    const fileName = `${namespace}.${ending}`;
    const href = formatCallUrl({
      service: 'repository',
      operation: 'exportArtifacts',
      input: { fileName, ...selected },
    });
    isMaking.value = true;
    try {
      await waitUntilPrepared(href, unwanted.current.signal);
      // Leaves the name empty, because the service sends the file name.
      const link = Object.assign(document.createElement('a'), { href, download: '' });
      link.click();
    } catch (error) {
      if (unwanted.current.signal.aborted) return;
      toastProblem(error);
    } finally {
      isMaking.value = false;
    }
  }

  return (
    <Button busy={isMaking.value} title={t('content.exportWhat')} onClick={() => void save()}>
      <Icon name="download" /> {isMaking.value ? t('content.exportMaking', { what: label }) : label}
    </Button>
  );
}

async function waitUntilPrepared(href: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await fetch(href, { method: 'HEAD', headers: CONSOLE_HEADERS, signal });
    if (answer.ok) return;
    const error = await toServiceError(answer, OPERATION);
    if (!(error instanceof ServiceError) || error.status !== 503 || error.retryAfterMs === undefined)
      throw error;
    await new Promise((resolve) => setTimeout(resolve, Math.min(error.retryAfterMs!, MAX_WAIT_MS)));
    signal.throwIfAborted();
  }
}
