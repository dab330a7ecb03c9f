// Tabs that show one of several views of an object (tabs pattern of the ARIA Authoring Practices).
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface Tab {
  readonly key: string;
  readonly label: ComponentChildren;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Key of the selected tab. */
  readonly current: string;
  readonly onChange: (key: string) => void;
  /** Content of the selected tab. */
  readonly children: ComponentChildren;
}

export function Tabs({ label, tabs, current, onChange, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function step(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ key }) => key === current);
    const to = findTargetIndex(event.key, at, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    onChange(tabs[to]!.key);
    (list.current?.children[to] as HTMLElement | undefined)?.focus();
  }

  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={step}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} class="tab-panel">
        {children}
      </div>
    </div>
  );
}

function findTargetIndex(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
