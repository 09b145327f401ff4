export type TreeKeyAction =
  | { readonly kind: 'move'; readonly index: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'follow' };

interface Level {
  readonly level: number;
  readonly isOpen?: boolean | undefined;
}

/** The usual keys of a tree: right expands and enters, left collapses and leaves. */
export function treeKeyAction(key: string, rows: readonly Level[], index: number): TreeKeyAction | null {
  const row = rows[index];
  if (!row) return null;
  const to = (next: number): TreeKeyAction | null =>
    next === index || !rows[next] ? null : { kind: 'move', index: next };
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      return row.isOpen === false ? { kind: 'toggle' } : row.isOpen ? to(index + 1) : null;
    case 'ArrowLeft':
      return row.isOpen
        ? { kind: 'toggle' }
        : to(rows.findLastIndex((other, at) => at < index && other.level < row.level));
    case 'Enter':
    case ' ':
      return { kind: 'follow' };
    default:
      return null;
  }
}
