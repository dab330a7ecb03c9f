// Shows a count with digits of equal width.
import { formatCount } from '../../language/format.ts';

export function Count({ of }: { of: number | undefined | null }) {
  return <span class="number">{formatCount(of)}</span>;
}
