// A tree whose nodes load their children when opened (tree pattern of the ARIA Authoring Practices). Arrow keys move
// the focus and open nodes; Enter selects a node.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../basic/icon.tsx';

export interface TreeNode {
  readonly key: string;
  readonly label: ComponentChildren;
  /** Whether the node can have children. */
  readonly isBranch: boolean;
}

export interface TreeProps {
  readonly label: string;
  readonly roots: readonly TreeNode[];
  /** Returns the children of a node, or undefined while the children are loading. `onOpen` has requested them. */
  readonly childrenOf: (node: TreeNode) => readonly TreeNode[] | undefined;
  readonly onOpen?: (node: TreeNode) => void;
  readonly onChoose?: (node: TreeNode) => void;
  /** Key of the selected node. */
  readonly chosen?: string | undefined;
  /** Content that is displayed while children load. */
  readonly waiting?: ComponentChildren;
}

interface TreeNodeLine {
  readonly node: TreeNode;
  readonly level: number;
  readonly parent: string | undefined;
}

export function Tree({ label, roots, childrenOf, onOpen, onChoose, chosen, waiting = '…' }: TreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | undefined>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const lines = linesOf(roots, 1, undefined);
  const tabbable = lines.some(({ node }) => node.key === active) ? active : lines[0]?.node.key;

  function linesOf(nodes: readonly TreeNode[], level: number, parent: string | undefined): TreeNodeLine[] {
    return nodes.flatMap((node) => [
      { node, level, parent },
      ...(open.has(node.key) ? linesOf(childrenOf(node) ?? [], level + 1, node.key) : []),
    ]);
  }

  function turn(node: TreeNode, isOpen: boolean): void {
    const next = new Set(open);
    next[isOpen ? 'add' : 'delete'](node.key);
    setOpen(next);
    if (isOpen) onOpen?.(node);
  }

  function move(key: string | undefined): void {
    if (key === undefined) return;
    setActive(key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = lines.findIndex(({ node }) => node.key === tabbable);
    const line = lines[at];
    if (line === undefined) return;
    const isOpen = open.has(line.node.key);
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(lines[at + 1]?.node.key),
      ArrowUp: () => move(lines[at - 1]?.node.key),
      Home: () => move(lines[0]?.node.key),
      End: () => move(lines.at(-1)?.node.key),
      ArrowRight: () =>
        line.node.isBranch && !isOpen ? turn(line.node, true) : move(lines[at + 1]?.node.key),
      ArrowLeft: () => (isOpen ? turn(line.node, false) : move(line.parent)),
      Enter: () => onChoose?.(line.node),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  return (
    <ul class="tree" role="tree" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {lines.map(({ node, level }) => (
        <li
          key={node.key}
          data-key={node.key}
          role="treeitem"
          aria-level={level}
          aria-expanded={node.isBranch ? open.has(node.key) : undefined}
          aria-selected={node.key === chosen}
          tabIndex={node.key === tabbable ? 0 : -1}
          class="tree-line"
          style={{ '--level': level }}
          onFocus={() => setActive(node.key)}
          onClick={() => {
            if (node.isBranch) turn(node, !open.has(node.key));
            onChoose?.(node);
          }}
        >
          <span class={`tree-sign${open.has(node.key) ? ' is-open' : ''}`}>
            {node.isBranch && <Icon name="right" />}
          </span>
          {node.label}
          {node.isBranch && open.has(node.key) && childrenOf(node) === undefined && (
            <span class="muted"> {waiting}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
