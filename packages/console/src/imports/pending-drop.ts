// Holds files that were dropped on another screen until the import screen is rendered.
import { signal } from '@preact/signals';

export const pendingDrop = signal<readonly FileSystemEntry[]>([]);

/** Returns the held files and folders, and stops holding them. */
export function takePendingDrop(): readonly FileSystemEntry[] {
  const taken = pendingDrop.value;
  pendingDrop.value = [];
  return taken;
}
