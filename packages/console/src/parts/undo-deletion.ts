// Undoes a deletion, and shows the result as a toast.
import { t } from '../language/t.ts';
import { repository } from '../service/clients.ts';
import { showToast } from './feedback/toasts.tsx';

/** Rejects with ServiceError: status 409 if the deletion cannot be undone any more. */
export async function undoDeletion(number: number): Promise<void> {
  await repository.undoDeletion({ number });
  showToast(t('keeping.undone'), { kind: 'good' });
}
