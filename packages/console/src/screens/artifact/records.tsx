// Lists the stored records of an artifact: its main record, its companion records (request, metadata) and its warcinfo
// record. Each record can be viewed and downloaded.
import type { Artifact, ArtifactRecord } from '@holdfast/api-types';
import { useSignal } from '@preact/signals';
import { makePrintable, shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { Button } from '../../parts/basic/button.tsx';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { DownloadLink } from '../../parts/basic/download.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { decodeText } from '../../parts/captures/preview/decode.ts';
import { readBodyStart } from '../../parts/captures/read-beginning.ts';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { PreformattedText } from '../../parts/text/source-text.tsx';
import { formatCallUrl, repository } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

/** Maximum number of bytes of a record that are displayed. */
const SHOWN_BYTES = 32 * 1024;

export function ArtifactRecords({ artifact: { uuid, namespace } }: { artifact: Artifact }) {
  const asked = { uuid: uuid!, namespace: namespace! };
  const { value, problem, again } = useResponse(
    (signal) => repository.getArtifactRecords(asked, { signal }),
    [uuid],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  return (
    <ul class="records">
      {value.records.map((record) => (
        <RecordItem key={record.number} asked={asked} record={record} />
      ))}
    </ul>
  );
}

interface RecordProps {
  readonly asked: { readonly uuid: string; readonly namespace: string };
  readonly record: ArtifactRecord;
}

function RecordItem({ asked, record }: RecordProps) {
  const { number, relation, type, recordId, date, contentType, recordLength, storedLength } = record;
  const isShown = useSignal(false);
  const name = (ending: string) => `${asked.uuid}-${number}${ending}`;
  const href = (ending: string) =>
    formatCallUrl({
      service: 'repository',
      operation: 'getArtifactRecord',
      input: { ...asked, record: `${number}${ending}` },
    });
  return (
    <li class="record">
      <div class="record-head">
        <strong>{type}</strong>
        <span class="badge">{t(`artifact.relation.${relation}`)}</span>
        <span class="small muted">
          <Bytes of={recordLength} /> · {t('artifact.storedAs')} <Bytes of={storedLength} />
        </span>
      </div>
      <p class="small muted url-text">
        {[recordId, date, contentType]
          .map((text) => (text === undefined ? '' : shortenMiddle(text, 300)))
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div class="row">
        <Button
          kind="quiet"
          pressed={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        >
          {t('artifact.read')}
        </Button>
        <DownloadLink href={href('.warc.gz')} name={name('.warc.gz')}>
          .warc.gz
        </DownloadLink>
        <DownloadLink href={href('.warc')} name={name('.warc')}>
          .warc
        </DownloadLink>
      </div>
      {isShown.value && <RecordText asked={asked} number={number} />}
    </li>
  );
}

function RecordText({ asked, number }: { asked: RecordProps['asked']; number: number }) {
  const { value, problem, again } = useResponse(
    async (signal) => {
      const answer = await repository.getArtifactRecord({ ...asked, record: `${number}.warc` }, { signal });
      return readBodyStart(answer, SHOWN_BYTES);
    },
    [asked.uuid, number],
  );
  if (problem !== undefined) return <ProblemMessage of={problem} again={again} />;
  if (value === undefined) return <LoadingIndicator />;
  return (
    <>
      <PreformattedText>{toPrintableLines(decodeText(value.bytes, undefined))}</PreformattedText>
      {!value.isWhole && <p class="small muted">{t('artifact.cut', { count: SHOWN_BYTES })}</p>}
    </>
  );
}

/** Keeps line breaks. Replaces all other invisible characters with visible symbols. */
const toPrintableLines = (text: string): string => text.split(/\r?\n/).map(makePrintable).join('\n');
