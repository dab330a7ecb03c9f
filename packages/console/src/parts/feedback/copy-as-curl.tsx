// Button that copies a curl command for the request that returned the displayed data.
import { t } from '../../language/t.ts';
import { getBodyType, getCallAddress, type ServiceCall } from '../../service/clients.ts';
import { session } from '../../service/session.ts';
import { Button } from '../basic/button.tsx';
import { Icon } from '../basic/icon.tsx';
import { formatCurlCommand } from './curl.ts';
import { showToast } from './toasts.tsx';

/** Usage: `<CopyAsCurl service="repository" operation="getAus" input={{ limit: 10 }} />` */
export function CopyAsCurl(asked: ServiceCall) {
  async function copy(): Promise<void> {
    const { method, url, headers } = getCallAddress(asked);
    const line = formatCurlCommand({
      method,
      url: url.href,
      headers,
      body: asked.input?.body,
      bodyType: getBodyType(asked),
      user: session.value?.name ?? '',
    });
    await copyText(line);
  }
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      <Icon name="copy" /> {t('common.copyAsCurl')}
    </Button>
  );
}

/**
 * Copies a text to the clipboard and reports the result. Browsers deny clipboard access to pages that another machine
 * serves without TLS.
 */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast(t('common.copied'), { kind: 'good' });
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text });
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    showToast(t(isCopied ? 'common.copied' : 'common.notCopied'), { kind: isCopied ? 'good' : 'bad' });
  }
}
