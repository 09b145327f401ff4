import { useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { PanelAt } from '../../floating/panel-at.tsx';
import { ColumnsPanel, type LabelledColumn } from '../columns/columns-panel.tsx';
import { isFilterable } from '../columns/use-list-columns.tsx';
import { FilterEditor } from '../filters/filter-editor.tsx';
import classes from '../object-list.module.css';
import type { ListControls, Panel } from '../state/use-list-controls.ts';
import { AsOfPanel } from './as-of.tsx';
import { SavedFilters } from './saved-filters.tsx';

const titles = {
  pick: 'objectList.filter.add',
  filter: 'objectList.filter.add',
  columns: 'objectList.columns.title',
  saved: 'objectList.saved.title',
  asOf: 'objectList.asOf.title',
} as const;

interface ListPanelProps<Row> {
  readonly panel: Panel;
  readonly controls: ListControls<Row>;
  readonly nowMs: number;
}

/** The panel that the toolbar, a column header or a filter chip opens. */
export function ListPanel<Row>({ panel, controls, nowMs }: ListPanelProps<Row>) {
  const { declaration, choice, change, changeFilter, setPanel } = controls;
  const { contract } = declaration;
  const t = useT();
  const edited = panel.kind === 'filter' ? panel.columnId : null;
  const column = declaration.columns.find(({ id }) => id === edited);
  const columnContract = edited === null ? undefined : contract[edited];
  const columns = declaration.columns.map(({ id, label }) => ({ id, label: t(label) }));

  return (
    <PanelAt
      // Each panel is a separate dialog with its own initial focus.
      key={edited ?? panel.kind}
      place={panel.place}
      label={t(titles[panel.kind])}
      width={panel.kind === 'columns' ? 320 : 300}
      onClose={() => setPanel(null)}
    >
      {panel.kind === 'pick' && (
        <ColumnPicker
          columns={columns.filter(({ id }) => isFilterable(contract, id))}
          onPick={(columnId) => setPanel({ kind: 'filter', columnId, place: panel.place })}
        />
      )}
      {column && columnContract && (
        <FilterEditor
          contract={columnContract}
          column={column}
          value={choice.filter[column.id]}
          nowMs={nowMs}
          onApply={(value) => {
            changeFilter(column.id, value);
            setPanel(null);
          }}
        />
      )}
      {panel.kind === 'columns' && <ColumnsPanel columns={columns} controls={controls} />}
      {panel.kind === 'saved' && <SavedFilters controls={controls} />}
      {panel.kind === 'asOf' && (
        <AsOfPanel
          at={choice.at}
          nowMs={nowMs}
          onApply={(at) => {
            change({ at });
            setPanel(null);
          }}
        />
      )}
    </PanelAt>
  );
}

interface ColumnPickerProps {
  readonly columns: readonly LabelledColumn[];
  readonly onPick: (id: string) => void;
}

/** Chooses the column to filter by, shown or not. */
function ColumnPicker({ columns, onPick }: ColumnPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const searchText = search.trim().toLocaleLowerCase();
  const found = columns.filter(({ label }) => label.toLocaleLowerCase().includes(searchText));
  return (
    <div className={classes.panel}>
      <BareInput
        data-autofocus
        label={t('objectList.columns.search')}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && first) onPick(first.id);
        }}
      />
      <ul className={classes.panelList}>
        {found.map(({ id, label }) => (
          <li key={id} className={classes.panelItem}>
            <button type="button" className={classes.savedName} onClick={() => onPick(id)}>
              <bdi>{label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
