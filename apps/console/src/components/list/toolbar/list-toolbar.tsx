import { formatTimestamp } from '@gwanje/domain/formats/time';
import { IconButton, TextButton } from '@gwanje/ui/buttons';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { Checkbox, CloseButton, TextInput } from '@mantine/core';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { placeOf } from '../../floating/panel-at.tsx';
import { isFilterable } from '../columns/use-list-columns.tsx';
import classes from '../object-list.module.css';
import type { ListControls, PanelKind } from '../state/use-list-controls.ts';

interface ToolbarStartProps<Row> {
  readonly controls: ListControls<Row>;
}

function ToolbarStartOnce<Row>({ controls }: ToolbarStartProps<Row>) {
  const { declaration, choice, change, changeFilter } = controls;
  const { primaryId, columns, contract } = declaration;
  const t = useT();
  const primary = columns.find(({ id }) => id === primaryId);
  const searched = choice.filter[primaryId];
  const { includesDeleted } = choice;
  return (
    <>
      {primary && contract[primaryId]?.type === 'text' && (
        <SearchBox
          label={t('objectList.searchBy', { label: t(primary.label) })}
          value={typeof searched === 'string' ? searched : ''}
          onChange={(text) =>
            changeFilter(primaryId, text.trim() === '' ? undefined : text, { replace: true })
          }
        />
      )}
      {columns.some(({ id }) => isFilterable(contract, id)) && (
        <>
          <PanelButton kind="pick" icon="mdi-filter-plus-outline" controls={controls}>
            {t('objectList.filter.add')}
          </PanelButton>
          <PanelButton kind="saved" icon="mdi-bookmark-multiple-outline" controls={controls}>
            {t('objectList.saved.title')}
          </PanelButton>
        </>
      )}
      {declaration.hasPast && (
        <Checkbox
          size="xs"
          label={t('objectList.includeDeleted')}
          checked={includesDeleted}
          onChange={() => change({ includesDeleted: !includesDeleted })}
        />
      )}
    </>
  );
}

// Memoised, because pages of rows arrive while the user scrolls. `memo` loses the row's type.
export const ToolbarStart = memo(ToolbarStartOnce) as typeof ToolbarStartOnce;

interface ToolbarEndProps<Row> extends ToolbarStartProps<Row> {
  readonly canExport: boolean;
  readonly isFetching: boolean;
  readonly onExport: () => void;
  readonly onRefresh: () => void;
}

function ToolbarEndOnce<Row>({ controls, ...props }: ToolbarEndProps<Row>) {
  const { at } = controls.choice;
  const t = useT();
  const square = { size: 32, variant: 'default' } as const;
  return (
    <>
      {controls.declaration.hasPast && (
        <PanelButton kind="asOf" icon="mdi-history" isActive={at !== null} controls={controls}>
          {t('objectList.asOf.title')} {at === null ? t('objectList.asOf.now') : formatTimestamp(at)}
        </PanelButton>
      )}
      <PanelButton kind="columns" icon="mdi-view-column-outline" controls={controls}>
        {t('objectList.columns.title')}
      </PanelButton>
      <IconButton
        icon="mdi-tray-arrow-down"
        label={t('objectList.export.title')}
        {...square}
        disabled={!props.canExport}
        onClick={props.onExport}
      />
      <IconButton
        icon="mdi-refresh"
        label={t('objectList.refresh')}
        {...square}
        aria-busy={props.isFetching}
        onClick={props.onRefresh}
      />
    </>
  );
}

export const ToolbarEnd = memo(ToolbarEndOnce) as typeof ToolbarEndOnce;

interface PanelButtonProps<Row> extends ToolbarStartProps<Row> {
  readonly kind: PanelKind;
  readonly icon: IconName;
  readonly isActive?: boolean;
  readonly children: ReactNode;
}

function PanelButton<Row>({ kind, icon, isActive = false, controls, children }: PanelButtonProps<Row>) {
  return (
    <TextButton
      icon={icon}
      variant={isActive ? 'light' : 'default'}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => controls.setPanel({ kind, place: placeOf(currentTarget) })}
    >
      {children}
    </TextButton>
  );
}

const PAUSE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Searches by part of the name, when the user stops typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const t = useT();
  const [typed, setTyped] = useState({ text: value, of: value });
  // The address changed elsewhere: a chip was removed or a saved filter applied.
  if (typed.of !== value) setTyped({ text: value, of: value });
  const { text } = typed;

  useEffect(() => {
    if (text.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={253}
      leftSection={<Icon name="mdi-magnify" />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t('objectList.filter.clear')}
            onClick={() => {
              setTyped({ text: '', of: value });
              onChange('');
            }}
          />
        )
      }
      value={text}
      onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, of: value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onChange(text);
      }}
    />
  );
}
