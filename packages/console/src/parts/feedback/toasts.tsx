// Short notifications in a corner of the page: `showToast(t('aus.added', { count }))`, and `toastProblem(error)` for a
// failed request. An error, or a toast with an action, stays until the user closes it.
import { signal } from '@preact/signals';
import { t } from '../../language/t.ts';
import { describeProblem } from '../../service/describe-problem.ts';
import { Button } from '../basic/button.tsx';
import { IconButton } from '../basic/icon-button.tsx';

export interface ToastOptions {
  readonly kind?: 'news' | 'good' | 'bad';
  /** Text of the second line. */
  readonly detail?: string | undefined;
  /** ID of the failed request. */
  readonly requestId?: string | undefined;
  /** Button in the toast, for example Undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

interface Toast extends ToastOptions {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MS = 6_000;
const MOST = 5;
const toasts = signal<readonly Toast[]>([]);
let last = 0;

export function showToast(text: string, options: ToastOptions = {}): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value, { ...options, id, text }].slice(-MOST);
  if (options.action === undefined && options.kind !== 'bad') setTimeout(() => closeToast(id), SHOWN_MS);
}

/** Shows why a request failed: the message of the service, its detail, and the request ID. */
export function toastProblem(error: unknown): void {
  const { title, ...more } = describeProblem(error);
  showToast(title, { ...more, kind: 'bad' });
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, kind = 'news', text, detail, requestId, action }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <div class="toast-text">
            <p>{text}</p>
            {detail !== undefined && <p>{detail}</p>}
            {requestId !== undefined && (
              <p class="small muted">
                {t('common.requestId')} <code class="mono">{requestId}</code>
              </p>
            )}
          </div>
          {action !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                closeToast(id);
                action.onClick();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton icon="close" label={t('common.close')} onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}

function closeToast(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
