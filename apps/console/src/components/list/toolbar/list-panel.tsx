import { defaultLayout, isDefaultLayout, type KnownColumns } from '@gwanje/ui/list/model/column-layout';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { ColumnsPanel } from '../columns/columns-panel.tsx';
import { isFilterable } from '../columns/use-list-columns.tsx';
import type { ListDeclaration } from '../define-list.ts';
import { FilterEditor, TimeInput, TimePresets } from '../filters/filter-editor.tsx';
import classes from '../object-list.module.css';
import {
  choiceFromAddress,
  choiceToAddress,
  type FilterValue,
  isNarrowed,
  type ListChoice,
} from '../state/list-address.ts';
import { type ListOptions, withFilter, withoutFilter } from '../state/list-options.ts';
import type { PanelKind } from './list-toolbar.tsx';
import { PanelAt, type Place } from './panel-at.tsx';
import { SavedFilters } from './saved-filters.tsx';

export type Panel =
  | { readonly kind: PanelKind; readonly place: Place }
  | { readonly kind: 'filter'; readonly columnId: string; readonly place: Place };

interface ListPanelProps<Row> {
  readonly panel: Panel;
  readonly declaration: ListDeclaration<Row>;
  readonly choice: ListChoice;
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly known: KnownColumns;
  readonly options: ListOptions;
  readonly nowMs: number;
  /** Null: closed. */
  readonly onPanel: (panel: Panel | null) => void;
  readonly onFilter: (columnId: string, value: FilterValue | undefined) => void;
  readonly onChange: (patch: Partial<ListChoice>) => void;
  readonly onSave: (options: ListOptions) => void;
}

const titles = {
  pick: 'objectList.filter.add',
  filter: 'objectList.filter.add',
  columns: 'objectList.columns.title',
  saved: 'objectList.saved.title',
  asOf: 'objectList.asOf.title',
} as const;

/** The panel that the toolbar, a column header or a filter chip opens. */
export function ListPanel<Row>(props: ListPanelProps<Row>) {
  const { panel, declaration, choice, known, options, nowMs, onPanel, onSave } = props;
  const { contract } = declaration;
  const t = useT();
  const edited = panel.kind === 'filter' ? panel.columnId : null;
  const column = declaration.columns.find(({ id }) => id === edited);
  const columnContract = edited === null ? undefined : contract[edited];

  return (
    <PanelAt
      // Each panel is a separate dialog with its own initial focus.
      key={edited ?? panel.kind}
      place={panel.place}
      label={t(titles[panel.kind])}
      width={panel.kind === 'columns' ? 320 : 300}
      onClose={() => onPanel(null)}
    >
      {panel.kind === 'pick' && (
        <ColumnPicker
          columns={props.columns.filter(({ id }) => isFilterable(contract, id))}
          onPick={(columnId) => onPanel({ kind: 'filter', columnId, place: panel.place })}
        />
      )}
      {column && columnContract && (
        <FilterEditor
          contract={columnContract}
          column={column}
          value={choice.filter[column.id]}
          nowMs={nowMs}
          onApply={(value) => {
            props.onFilter(column.id, value);
            onPanel(null);
          }}
        />
      )}
      {panel.kind === 'columns' && (
        <ColumnsPanel
          columns={props.columns}
          known={known}
          layout={options.layout}
          isDefault={isDefaultLayout(options.layout, known)}
          onChange={(layout) => onSave({ ...options, layout })}
          onReset={() => onSave({ ...options, layout: defaultLayout(known) })}
        />
      )}
      {panel.kind === 'saved' && (
        <SavedFilters
          filters={options.filters}
          canSave={isNarrowed(choice) || choice.sort.length > 0 || choice.includesDeleted}
          onApply={({ address }) => {
            // Parsed like any address: invalid parts are ignored.
            props.onChange(choiceFromAddress(address, contract));
            onPanel(null);
          }}
          onSave={(name) =>
            // A saved filter does not keep the past instant.
            onSave(withFilter(options, name, choiceToAddress({ ...choice, at: null }, contract)))
          }
          onForget={(name) => onSave(withoutFilter(options, name))}
        />
      )}
      {panel.kind === 'asOf' && (
        <AsOfPanel
          at={choice.at}
          nowMs={nowMs}
          onApply={(at) => {
            props.onChange({ at });
            onPanel(null);
          }}
        />
      )}
    </PanelAt>
  );
}

interface AsOfPanelProps {
  /** Null: now. */
  readonly at: string | null;
  readonly nowMs: number;
  readonly onApply: (at: string | null) => void;
}

/** 기준 시각: the list as it was at an instant. */
function AsOfPanel({ at, nowMs, onApply }: AsOfPanelProps) {
  const t = useT();
  const [draft, setDraft] = useState<string | undefined>(at ?? new Date(nowMs - 60 * 60_000).toISOString());

  function submit(event: FormEvent) {
    event.preventDefault();
    if (draft !== undefined) onApply(draft);
  }

  return (
    <form className={classes.editor} onSubmit={submit}>
      <TimePresets kind="before" nowMs={nowMs} onChoose={onApply} />
      <TimeInput label={t('objectList.asOf.title')} value={draft} onChange={setDraft} />
      <p className={classes.panelNote}>{t('objectList.asOf.about')}</p>
      <div className={classes.editorButtons}>
        {at !== null && (
          <Button variant="default" onClick={() => onApply(null)}>
            {t('objectList.asOf.backToNow')}
          </Button>
        )}
        <Button type="submit" disabled={draft === undefined}>
          {t('objectList.filter.apply')}
        </Button>
      </div>
    </form>
  );
}

interface ColumnPickerProps extends Pick<ListPanelProps<never>, 'columns'> {
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
