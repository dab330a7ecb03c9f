// An area on which users drop files and folders. It is highlighted while files are dragged over it.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { getDroppedEntries } from './dropped-files.ts';

export interface DropZoneProps {
  readonly label: string;
  readonly onEntries: (entries: FileSystemEntry[]) => void;
  readonly children: ComponentChildren;
}

export function DropZone({ label, onEntries, children }: DropZoneProps) {
  const isOver = useSignal(false);
  return (
    <section
      class={`drop-place${isOver.value ? ' drop-over' : ''}`}
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        onEntries(getDroppedEntries(event.dataTransfer?.items ?? []));
      }}
    >
      {children}
    </section>
  );
}
