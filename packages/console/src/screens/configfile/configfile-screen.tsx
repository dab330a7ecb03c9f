// Screen of one configuration file, where users edit it, compare it with the stored file, and save it. Saving fails if
// someone else has changed the file.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { showToast } from '../../parts/feedback/toasts.tsx';
import { TextDifference } from '../../parts/text/text-difference.tsx';
import { formatHref } from '../../routing/location.ts';
import type { ScreenProps } from '../../routing/route.ts';
import { canCall } from '../../service/clients.ts';
import { useAction } from '../../service/use-action.ts';
import { useResponse } from '../../service/use-response.ts';
import { TextEditor } from './editor.tsx';
import {
  isVersionConflict,
  loadStoredFile,
  parseFileError,
  type StoredFile,
  storeFile,
} from './stored-file.ts';
import { FileVersions } from './versions.tsx';

/** Generated sections, which are read-only. */
const GENERATED = ['cluster', 'user-config'];
const MAX_NAMED = 5;

export default function ConfigfileScreen({ params }: ScreenProps) {
  const section = params.section ?? '';
  const file = useResponse((signal) => loadStoredFile(section, signal), [section]);
  return (
    <div class="stack">
      <div class="row">
        <a href={formatHref('/configuration', { view: 'files' })}>{t('configfile.all')}</a>
        <h1>{section}</h1>
        {file.value?.modifiedMs !== undefined && (
          <span class="muted">
            {t('configfile.modified')} <Time at={file.value.modifiedMs} />
          </span>
        )}
        <CopyAsCurl
          service="configuration"
          operation="getSectionConfiguration"
          input={{ sectionName: section }}
        />
      </div>
      {file.problem !== undefined && <ProblemMessage of={file.problem} again={file.again} />}
      {file.value === undefined && file.problem === undefined && <LoadingIndicator />}
      {file.value !== undefined && (
        <FileEditor key={section} section={section} file={file.value} again={file.again} />
      )}
      {file.value?.etag !== undefined && !GENERATED.includes(section) && (
        <FileVersions section={section} file={file.value} onRestored={file.again} />
      )}
    </div>
  );
}

interface FileEditorProps {
  readonly section: string;
  readonly file: StoredFile;
  readonly again: () => void;
}

function FileEditor({ section, file, again }: FileEditorProps) {
  /**
   * Stored version on which the user's text is based. If someone else changes the file, the text is kept and compared
   * with the new version.
   */
  const [base, setBase] = useState(file);
  const [text, setText] = useState(file.text);
  /** Text that the editor displays. Setting a new object replaces the text in the editor. */
  const [given, setGiven] = useState({ text: file.text });
  const { isBusy, problem, run, forget } = useAction();
  const fault = useMemo(() => parseFileError(problem), [problem]);
  const [isComparing, compare] = useState(false);
  const isChanged = text !== base.text;
  const isStored = useRef(false);
  const isReadOnly = GENERATED.includes(section) || !canCall('configuration', 'putSectionConfiguration');

  useEffect(() => {
    if (!isChanged || isStored.current) give(file.text);
    isStored.current = false;
    setBase(file);
  }, [file]);
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);

  function give(wanted: string): void {
    setText(wanted);
    setGiven({ text: wanted });
  }

  function compareAnew(): void {
    forget();
    again();
  }

  async function save(): Promise<void> {
    await run(async () => {
      const { forOthers } = await storeFile(section, text, base.etag);
      isStored.current = true;
      showToast(t(forOthers.length > 0 ? 'configfile.storedOnly' : 'configfile.stored'), { kind: 'good' });
      if (forOthers.length > 0) showToast(formatOtherKeys(forOthers));
      again();
    });
    compare(false);
  }

  return (
    <>
      {isReadOnly && <p class="muted">{t('configfile.readOnly')}</p>}
      {base.etag === undefined && !isReadOnly && <p class="muted">{t('configfile.new')}</p>}
      <TextEditor
        label={t('configfile.contentOf', { section })}
        given={given}
        isXml={base.isXml || text.trimStart().startsWith('<')}
        isReadOnly={isReadOnly}
        fault={fault}
        onChange={setText}
      />
      {problem !== undefined && (
        <ProblemMessage of={problem} {...(isVersionConflict(problem) && { again: compareAnew })} />
      )}
      {isVersionConflict(problem) && <p>{t('configfile.conflict')}</p>}
      {!isReadOnly && (
        <div class="row">
          <Button kind="primary" disabled={!isChanged} busy={isBusy} onClick={() => compare(true)}>
            {t('configfile.save')}
          </Button>
          {isChanged && (
            <Button kind="quiet" onClick={() => give(file.text)}>
              {t('configfile.undo')}
            </Button>
          )}
        </div>
      )}
      {isComparing && (
        <Dialog
          wide
          title={t('configfile.difference')}
          onClose={() => compare(false)}
          actions={
            <>
              <Button onClick={() => compare(false)}>{t('common.cancel')}</Button>
              <Button kind="primary" busy={isBusy} onClick={() => void save()}>
                {t('configfile.saveThis')}
              </Button>
            </>
          }
        >
          <TextDifference older={base.text} newer={text} label={t('configfile.difference')} />
        </Dialog>
      )}
    </>
  );
}

function formatOtherKeys(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED).join(', ');
  const message = keys.length > MAX_NAMED ? 'configfile.forOthersIncluding' : 'configfile.forOthers';
  return t(message, { count: keys.length, keys: named });
}
