// Tree of the URLs of an AU or a namespace. Opening a node loads the level below it, page by page.

import type { UrlTreePage } from '@holdfast/api-types';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shortenMiddle } from '../../language/printable.ts';
import { t } from '../../language/t.ts';
import { EmptyState } from '../../parts/basic/empty.tsx';
import { LoadingIndicator } from '../../parts/basic/loading.tsx';
import type { ContentScope } from '../../parts/captures/scope.ts';
import { ProblemMessage } from '../../parts/feedback/problem.tsx';
import { Tree, type TreeNode } from '../../parts/table/tree.tsx';
import { repository } from '../../service/clients.ts';

type UrlTreeChild = UrlTreePage['children'][number];

interface UrlTreeLevel {
  readonly children: readonly UrlTreeChild[];
  readonly token: string | undefined;
}

interface UrlTreeProps {
  readonly scope: ContentScope;
  readonly chosen: string | undefined;
  readonly onChoose: (url: string) => void;
}

const PAGE = 200;
const MAX_NAME = 200;

const toScopeParameters = ({ namespace, auid }: ContentScope) => ({
  namespace,
  ...(auid !== undefined && { auid }),
});

/** Returns the API call that loads the top level of the tree. */
export const makeUrlTreeCall = (scope: ContentScope) =>
  ({
    service: 'repository',
    operation: 'getUrlTree',
    input: { ...toScopeParameters(scope), limit: PAGE, includeUncommitted: true, counts: true },
  }) as const;

export function UrlTree({ scope, chosen, onChoose }: UrlTreeProps) {
  const levels = useSignal<ReadonlyMap<string, UrlTreeLevel>>(new Map());
  const failed = useSignal<{ readonly prefix: string; readonly problem: unknown } | undefined>(undefined);
  const unwanted = useRef(new AbortController());
  const nodes = useComputed(
    () => new Map([...levels.value].map(([prefix, level]) => [prefix, createNodes(prefix, level)])),
  );

  async function load(urlPrefix: string): Promise<void> {
    const before = levels.value.get(urlPrefix);
    if (before && before.token === undefined) return;
    const { signal } = unwanted.current;
    try {
      const page = await repository.getUrlTree(
        {
          ...toScopeParameters(scope),
          urlPrefix,
          limit: PAGE,
          continuationToken: before?.token,
          includeUncommitted: true,
          counts: true,
        },
        { signal },
      );
      const children = [...(before?.children ?? []), ...page.children];
      levels.value = new Map(levels.value).set(urlPrefix, { children, token: page.continuationToken });
      failed.value = undefined;
    } catch (error) {
      if (!signal.aborted) failed.value = { prefix: urlPrefix, problem: error };
    }
  }

  useEffect(() => {
    void load('');
    return () => unwanted.current.abort();
  }, []);

  const top = nodes.value.get('');
  if (failed.value !== undefined) {
    const { prefix, problem } = failed.value;
    return <ProblemMessage of={problem} again={() => void load(prefix)} />;
  }
  if (top === undefined) return <LoadingIndicator />;
  if (top.length === 0) return <EmptyState title={t('content.nothing')} />;
  return (
    <Tree
      label={t('content.tree')}
      roots={top}
      childrenOf={({ key }) => nodes.value.get(key.slice(BRANCH.length))}
      onOpen={({ key }) => void load(key.slice(BRANCH.length))}
      onChoose={({ key }) => {
        if (key.startsWith(MORE)) void load(key.slice(MORE.length));
        else if (key.startsWith(LEAF)) onChoose(key.slice(LEAF.length));
      }}
      chosen={chosen === undefined ? undefined : LEAF + chosen}
    />
  );
}

// Prefixes of node keys, by kind of node: a URL, a URL prefix with a level below it, or the next page of a level.
const LEAF = 'u ';
const BRANCH = 'p ';
const MORE = 'm ';

/**
 * Creates the nodes of a level. A URL that is also a prefix becomes two nodes: one selects the URL, the other opens the
 * level below it.
 */
function createNodes(prefix: string, { children, token }: UrlTreeLevel): TreeNode[] {
  const nodes = children.flatMap((child): TreeNode[] => [
    ...(child.url === undefined
      ? []
      : [
          {
            key: LEAF + child.url,
            label: <NodeName text={child.name === '' ? findLastSegment(prefix) : child.name} />,
            isBranch: false,
          },
        ]),
    ...(child.urlPrefix === undefined
      ? []
      : [
          {
            key: BRANCH + child.urlPrefix,
            label: <Branch child={child} />,
            isBranch: true,
          },
        ]),
  ]);
  const more = {
    key: MORE + prefix,
    label: <span class="link-like">{t('content.more')}</span>,
    isBranch: false,
  };
  return token === undefined ? nodes : [...nodes, more];
}

const formatBranchName = ({ name }: UrlTreeChild): string => (name.endsWith('?') ? name : `${name}/`);

/** Returns the last segment of a prefix. */
const findLastSegment = (prefix: string): string =>
  prefix === '' ? '' : `${/[^/]*[/?]$/.exec(prefix)?.[0] ?? prefix}`;

/** Number of artifacts at which the service stops counting. */
const MAX_COUNTED = 100;

function Branch({ child }: { child: UrlTreeChild }) {
  const { artifacts } = child;
  return (
    <>
      <NodeName text={formatBranchName(child)} isBranch />
      {artifacts !== undefined && (
        <span class="small muted tree-count">
          {' '}
          {t(artifacts < MAX_COUNTED ? 'content.artifactsBelow' : 'content.artifactsBelowMany', {
            count: artifacts,
          })}
        </span>
      )}
    </>
  );
}

function NodeName({ text, isBranch = false }: { text: string; isBranch?: boolean }) {
  return <bdi class={`tree-name${isBranch ? ' tree-branch' : ''}`}>{shortenMiddle(text, MAX_NAME)}</bdi>;
}
