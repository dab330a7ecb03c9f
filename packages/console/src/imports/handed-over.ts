// What was dropped on another screen, on its way to the import screen, which takes it when it is drawn.
import { signal } from '@preact/signals';

/** Files and folders, as the drop gave them. */
export const handedOver = signal<readonly FileSystemEntry[]>([]);

/** What waits, which is then nobody else's. */
export function takeHandedOver(): readonly FileSystemEntry[] {
  const taken = handedOver.value;
  handedOver.value = [];
  return taken;
}
