// Lists the artifacts of a deletion as links, each with its URL and version.
import type { Deletion } from '@holdfast/api-types';
import { t } from '../../language/t.ts';
import { formatArtifactHref } from '../../parts/captures/scope.ts';
import { UrlText } from '../../parts/captures/url-text.tsx';

export function ArtifactLinks({ artifacts, namespace }: Pick<Deletion, 'artifacts' | 'namespace'>) {
  return (
    <ul class="small">
      {artifacts.map(({ uuid, uri, version }) => (
        <li key={uuid} class="breaks">
          <a href={formatArtifactHref(uuid, namespace)}>
            {uri === undefined ? <code>{uuid}</code> : <UrlText url={uri} most={300} />}
          </a>
          {version !== undefined && ` · ${t('content.versionNumber', { version })}`}
        </li>
      ))}
    </ul>
  );
}
