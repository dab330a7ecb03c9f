// A PDF in the viewer of the browser, when somebody asks for it. The viewer is a program of its own: what is in the PDF cannot
// reach the page, whose policy lets no frame leave it. (A viewer of ours, PDF.js, would be larger than all of the console.)
import type { Artifact } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../language/t.ts';
import { Button } from '../../../parts/button.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { loadPdf } from './load-preview.ts';

export function PdfPreview({ artifact }: { artifact: Artifact }) {
  const url = useSignal<string | undefined>(undefined);
  const problem = useSignal<unknown>(undefined);
  const isLoading = useSignal(false);
  const isTooLarge = useSignal(false);
  const unwanted = useRef(new AbortController());

  useEffect(
    () => () => {
      unwanted.current.abort();
      if (url.value !== undefined) URL.revokeObjectURL(url.value);
    },
    [],
  );

  async function show(): Promise<void> {
    const { signal } = unwanted.current;
    isLoading.value = true;
    try {
      const bytes = await loadPdf(artifact, signal);
      if (bytes === undefined) isTooLarge.value = true;
      // The type is ours: whatever else the bytes are, no browser takes them for a page.
      else url.value = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    } catch (error) {
      if (!signal.aborted) problem.value = error;
    } finally {
      isLoading.value = false;
    }
  }

  if (!navigator.pdfViewerEnabled)
    return <Empty title={t('artifact.no.pdf')}>{t('artifact.saveInstead')}</Empty>;
  if (problem.value !== undefined) return <Problem of={problem.value} again={() => void show()} />;
  if (isTooLarge.value) return <Empty title={t('artifact.no.tooLarge')}>{t('artifact.saveInstead')}</Empty>;
  if (url.value !== undefined)
    return <iframe class="preview-frame" title="PDF" src={url.value} referrerpolicy="no-referrer" />;
  return (
    <div>
      <Button busy={isLoading.value} onClick={() => void show()}>
        {t('artifact.showPdf')}
      </Button>
    </div>
  );
}
