import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { Checkbox } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import {
  type ColumnLayout,
  defaultLayout,
  isDefaultLayout,
  moveColumn,
  toggleColumn,
} from '../grid/column-layout.ts';
import classes from '../object-list.module.css';
import type { ListControls } from '../state/use-list-controls.ts';

export interface LabelledColumn {
  readonly id: string;
  readonly label: string;
}

interface ColumnsPanelProps<Row> {
  readonly columns: readonly LabelledColumn[];
  readonly controls: ListControls<Row>;
}

/** Chooses and orders the columns by drag, by the buttons, or by Alt and the arrow keys. */
export function ColumnsPanel<Row>({ columns, controls }: ColumnsPanelProps<Row>) {
  const { known, options, saveOptions } = controls;
  const { layout } = options;
  const onChange = (next: ColumnLayout) => saveOptions({ layout: next });
  const t = useT();
  const [search, setSearch] = useState('');
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const byId = new Map(columns.map((column) => [column.id, column]));
  const shown = layout.shown.flatMap((id) => byId.get(id) ?? []);
  const hidden = columns.filter(({ id }) => !layout.shown.includes(id));
  const searchText = search.trim().toLocaleLowerCase();
  const matches = ({ label }: LabelledColumn) => label.toLocaleLowerCase().includes(searchText);

  function move(id: string, by: number) {
    onChange(moveColumn(layout, id, layout.shown.indexOf(id) + by));
  }
  function onKeyDown(event: KeyboardEvent, id: string) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(id, event.key === 'ArrowUp' ? -1 : 1);
  }

  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <BareInput
          data-autofocus
          label={t('objectList.columns.search')}
          value={search}
          onChange={setSearch}
        />
        <TextButton disabled={isDefaultLayout(layout, known)} onClick={() => onChange(defaultLayout(known))}>
          {t('objectList.columns.reset')}
        </TextButton>
      </div>
      <ul className={classes.panelList}>
        {shown.filter(matches).map(({ id, label }) => {
          const at = layout.shown.indexOf(id);
          const isPrimary = id === known.primaryId;
          return (
            <li
              key={id}
              className={`${classes.panelItem} ${draggedId === id ? classes.dragged : ''}`}
              draggable={!isPrimary}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', id);
                setDraggedId(id);
              }}
              onDragEnter={() => {
                if (draggedId !== null && draggedId !== id) onChange(moveColumn(layout, draggedId, at));
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDraggedId(null)}
            >
              <Icon
                name={isPrimary ? 'mdi-pin-outline' : 'mdi-drag-vertical'}
                size={16}
                className={classes.panelGrip}
              />
              <Checkbox
                size="xs"
                className={classes.panelCheck}
                label={label}
                checked
                disabled={isPrimary}
                onChange={() => onChange(toggleColumn(layout, id, known))}
                onKeyDown={(event) => onKeyDown(event, id)}
              />
              {!isPrimary &&
                (['up', 'down'] as const).map((way) => (
                  <IconButton
                    icon={way === 'up' ? 'mdi-chevron-up' : 'mdi-chevron-down'}
                    label={t(`objectList.columns.${way}`, { label })}
                    key={way}
                    size={22}
                    disabled={way === 'up' ? at <= 1 : at === layout.shown.length - 1}
                    onClick={() => move(id, way === 'up' ? -1 : 1)}
                  />
                ))}
            </li>
          );
        })}
        {hidden.filter(matches).map(({ id, label }, at) => (
          <li key={id} className={`${classes.panelItem} ${at === 0 ? classes.panelFirstHidden : ''}`}>
            <span className={classes.panelGrip} />
            <Checkbox
              size="xs"
              className={classes.panelCheck}
              label={label}
              checked={false}
              onChange={() => onChange(toggleColumn(layout, id, known))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
