// Editor for the query text after SELECT. Marks the position of a syntax error.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Field } from '../../parts/form/field.tsx';
import type { QueryError } from './query/query-error.ts';

export interface QueryTextProps {
  readonly text: string;
  readonly fault: QueryError | undefined;
  readonly onChange: (text: string) => void;
}

export function QueryText({ text, fault, onChange }: QueryTextProps) {
  const [draft, setDraft] = useState(text);
  const [isOpen, open] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setDraft(text), [text]);
  useEffect(() => {
    if (fault === undefined) return;
    open(true);
    // Selects the character at the error position, so that typing replaces it.
    area.current?.setSelectionRange(fault.offset, fault.offset + 1);
  }, [fault]);
  const isShown = isOpen || fault !== undefined;
  return (
    <details class="aus-query" open={isShown} onToggle={(event) => open(event.currentTarget.open)}>
      <summary>{t('aus.query')}</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(draft.trim());
        }}
      >
        <Field
          label={t('aus.queryText')}
          hint={t('aus.queryHint')}
          fault={fault === undefined || draft.trim() !== text ? undefined : fault.message}
        >
          <textarea
            ref={area}
            class="mono"
            rows={Math.min(8, draft.split('\n').length + 1)}
            spellcheck={false}
            autocomplete="off"
            value={draft}
            onInput={(event: { currentTarget: HTMLTextAreaElement }) => setDraft(event.currentTarget.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              onChange(draft.trim());
            }}
          />
        </Field>
        {fault !== undefined && <FaultPlace text={text} fault={fault} />}
        <div class="row">
          <Button type="submit" disabled={draft.trim() === text}>
            {t('aus.runQuery')}
          </Button>
        </div>
      </form>
    </details>
  );
}

/** Shows the line with the error and marks the error position. */
function FaultPlace({ text, fault: { offset } }: { text: string; fault: QueryError }) {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? undefined : end);
  const at = offset - start;
  return (
    <pre class="aus-fault mono" aria-hidden="true">
      {line.slice(0, at)}
      <mark>{line.slice(at, at + 1) || ' '}</mark>
      {line.slice(at + 1)}
    </pre>
  );
}
