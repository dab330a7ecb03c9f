// Text editor based on CodeMirror. Renders the editor in a shadow root, because CodeMirror creates style elements,
// which the content security policy forbids in the document. The Tab key leaves the editor, as in other fields.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import type { FileError } from './stored-file.ts';

export interface EditorProps {
  readonly label: string;
  /**
   * Text that the editor displays. Setting a new object replaces the current text. Never pass the text from `onChange`
   * back: a late update would undo the next key press and trigger `onChange` endlessly.
   */
  readonly given: { readonly text: string };
  readonly isXml: boolean;
  readonly isReadOnly: boolean;
  readonly fault: FileError | undefined;
  readonly onChange: (text: string) => void;
}

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.5',
    minHeight: '16rem',
    maxHeight: '60vh',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink-soft)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--accent-soft)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)' },
});

export function TextEditor({ label, given, isXml, isReadOnly, fault, onChange }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const language = useRef(new Compartment());
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search(),
      lintGutter(),
      language.current.of(isXml ? xml() : []),
      syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorState.readOnly.of(isReadOnly),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current(update.state.doc.toString());
      }),
      look,
    ];
    const state = EditorState.create({ doc: given.text, extensions });
    const made = new EditorView({ parent: root, root, state });
    view.current = made;
    return () => made.destroy();
  }, [label, isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(isXml ? xml() : []) });
  }, [isXml]);

  useEffect(() => {
    const { current } = view;
    if (current === undefined || current.state.doc.toString() === given.text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: given.text } });
  }, [given]);

  useEffect(() => {
    const { current } = view;
    if (current === undefined) return;
    current.dispatch(
      setDiagnostics(current.state, fault === undefined ? [] : [toDiagnostic(current, fault)]),
    );
    if (fault?.line !== undefined)
      current.dispatch({
        effects: EditorView.scrollIntoView(locateFileError(current, fault), { y: 'center' }),
        selection: { anchor: locateFileError(current, fault) },
      });
  }, [fault]);

  return <div ref={host} class="editor" />;
}

function locateFileError({ state: { doc } }: EditorView, { line, column }: FileError): number {
  const found = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
  return Math.min(found.from + Math.max((column ?? 1) - 1, 0), found.to);
}

function toDiagnostic(view: EditorView, fault: FileError): Diagnostic {
  const from = locateFileError(view, fault);
  return {
    from,
    to: Math.max(from, view.state.doc.lineAt(from).to),
    severity: 'error',
    message: fault.message,
  };
}
