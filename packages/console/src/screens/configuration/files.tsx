// Lists the configuration files, with their purpose and with the time and user of the last change.
import type { ConfigFileEntry } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { Bytes } from '../../parts/basic/bytes.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { Time } from '../../parts/basic/time.tsx';
import { CopyAsCurl } from '../../parts/feedback/copy-as-curl.tsx';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { formatHref, formatPath } from '../../routing/location.ts';
import { configuration } from '../../service/clients.ts';
import { useResponse } from '../../service/use-response.ts';

/** Sections that the service generates. The list from the service omits these sections. */
const generated: readonly ConfigFileEntry[] = ['cluster', 'user-config'].map((section) => ({
  section,
  use: 'settings',
}));

export function ConfigurationFiles() {
  const { value, problem, again } = useResponse(
    (signal) => configuration.getConfigurationFiles({}, { signal }),
    [],
  );
  if (value === undefined)
    return problem === undefined ? <LoadingIndicator /> : <ProblemMessage of={problem} again={again} />;
  return (
    <div class="stack">
      <div>
        <CopyAsCurl service="configuration" operation="getConfigurationFiles" />
      </div>
      <ScrollRegion kind="scroll-x" label={t('configuration.files')}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{t('configuration.file')}</th>
              <th scope="col">{t('configuration.use')}</th>
              <th scope="col">{t('configuration.storedAt')}</th>
              <th scope="col">{t('configuration.storedBy')}</th>
              <th scope="col">{t('configuration.size')}</th>
            </tr>
          </thead>
          <tbody>
            {[...value, ...generated].map(({ section, stored }) => (
              <tr key={section}>
                <td>
                  <a href={formatHref(formatPath('/configuration/files/:section', { section }))}>{section}</a>
                </td>
                <td>{t(`configuration.section.${section}`)}</td>
                <td class="nowrap">{stored && <Time at={stored.modified} />}</td>
                <td>{stored?.user}</td>
                <td class="number">{stored && <Bytes of={stored.size} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}
