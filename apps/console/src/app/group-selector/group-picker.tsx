import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { allowedSubGroupIds } from '@gwanje/domain/access/group-selection';
import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { treeKeyAction } from '@gwanje/ui/tree/tree-keys';
import { type KeyboardEvent, useRef, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import classes from './group-selector.module.css';
import { type Checked, type TreeRow, toggled, treeRows } from './group-tree.ts';

interface GroupPickerProps {
  readonly groups: readonly GroupNameEntry[];
  readonly initialIds: readonly number[];
  readonly onApply: (subGroupIds: readonly number[]) => void;
  readonly onCancel: () => void;
}

const BOX = {
  all: 'mdi-checkbox-marked',
  some: 'mdi-minus-box',
  none: 'mdi-checkbox-blank-outline',
} as const satisfies Record<Checked, string>;
const ARIA_CHECKED = { all: true, some: 'mixed', none: false } as const satisfies Record<Checked, unknown>;

/** A draft of the selection: nothing changes until it is applied. */
export function GroupPicker({ groups, initialIds, onApply, onCancel }: GroupPickerProps) {
  const t = useT();
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(initialIds));
  const [closedMetaIds, setClosedMetaIds] = useState<ReadonlySet<number>>(() => new Set());
  const [filter, setFilter] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const treeRef = useRef<HTMLDivElement>(null);

  const allIds = allowedSubGroupIds(groups);
  const rows = treeRows({ groups, selected, closedMetaIds, filter });
  const tabKey = rows.some((row) => row.key === activeKey) ? activeKey : rows[0]?.key;

  function fold(row: TreeRow, isClosed: boolean) {
    const next = new Set(closedMetaIds);
    if (isClosed) next.add(row.metaGroupId);
    else next.delete(row.metaGroupId);
    setClosedMetaIds(next);
  }

  function focusRow(index: number) {
    const target = treeRef.current?.children[index];
    if (target instanceof HTMLElement) target.focus();
  }

  function onRowKeyDown(event: KeyboardEvent, row: TreeRow, index: number) {
    const action = treeKeyAction(event.key, rows, index);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'move') focusRow(action.index);
    else if (action.kind === 'toggle') fold(row, row.isOpen === true);
    else if (event.key === ' ') setSelected(toggled(selected, row));
    else if (selected.size > 0) onApply([...selected]);
  }

  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('header.groups')}</h2>
        <span className={classes.count} aria-live="polite">
          {t('header.groupsSelected', { selected: selected.size, total: allIds.length })}
        </span>
      </div>
      <div className={classes.search}>
        <BareInput
          data-autofocus
          type="search"
          value={filter}
          label={t('header.groupsSearch')}
          leftSection={<Icon name="mdi-magnify" />}
          onChange={setFilter}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            focusRow(0);
          }}
        />
      </div>
      {rows.length === 0 ? (
        <p className={classes.note}>{t('header.groupsNoMatch')}</p>
      ) : (
        <div
          className={classes.tree}
          role="tree"
          aria-multiselectable
          aria-label={t('header.groups')}
          ref={treeRef}
        >
          {rows.map((row, index) => (
            <div
              key={row.key}
              role="treeitem"
              aria-level={row.level}
              aria-checked={ARIA_CHECKED[row.checked]}
              aria-expanded={row.isOpen}
              tabIndex={row.key === tabKey ? 0 : -1}
              className={`${classes.row} ${row.kind === 'sub' ? classes.sub : ''}`}
              title={row.name}
              onFocus={() => setActiveKey(row.key)}
              onKeyDown={(event) => onRowKeyDown(event, row, index)}
              onClick={() => setSelected(toggled(selected, row))}
            >
              {row.kind === 'meta' && (
                // The arrow keys do the same.
                // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see above
                <span
                  className={classes.fold}
                  onClick={(event) => {
                    event.stopPropagation();
                    fold(row, row.isOpen === true);
                  }}
                >
                  <Icon name={row.isOpen ? 'mdi-chevron-down' : 'mdi-chevron-right'} size={18} />
                </span>
              )}
              <Icon
                name={BOX[row.checked]}
                size={18}
                className={row.checked === 'none' ? classes.box : classes.boxChecked}
              />
              <span className={`${classes.name} ${row.kind === 'meta' ? classes.meta : ''}`}>{row.name}</span>
              {row.kind === 'meta' && <span className={classes.size}>{row.subGroupIds.length}</span>}
            </div>
          ))}
        </div>
      )}
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.all}
          onClick={() => setSelected(new Set(selected.size === allIds.length ? [] : allIds))}
        >
          {t(selected.size === allIds.length ? 'header.groupsSelectNone' : 'header.groupsSelectAll')}
        </button>
        <div className={classes.end}>
          <TextButton onClick={onCancel}>{t('common.cancel')}</TextButton>
          <TextButton
            variant="filled"
            disabled={selected.size === 0}
            title={selected.size === 0 ? t('header.groupsPickOne') : undefined}
            onClick={() => onApply([...selected])}
          >
            {t('header.apply')}
          </TextButton>
        </div>
      </div>
    </>
  );
}
