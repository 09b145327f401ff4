import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { ActionIcon, Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';
import { type Place, placeOf } from './panel-at.tsx';

export type PanelKind = 'pick' | 'columns' | 'saved' | 'asOf';

type OnPanel = (kind: PanelKind, place: Place) => void;

interface ToolbarStartProps {
  /** The label of the search box; absent: the list has none. */
  readonly searchLabel: string | undefined;
  readonly searchText: string;
  readonly hasFilters: boolean;
  readonly hasPast: boolean;
  readonly includesDeleted: boolean;
  readonly onSearch: (text: string) => void;
  readonly onPanel: OnPanel;
  readonly onIncludeDeleted: (isIncluded: boolean) => void;
}

/** Memoised, as the end of the toolbar is, because pages of rows arrive while the user scrolls. */
export const ToolbarStart = memo(function ToolbarStart({ onPanel, ...props }: ToolbarStartProps) {
  const t = useT();
  return (
    <>
      {props.searchLabel !== undefined && (
        <SearchBox label={props.searchLabel} value={props.searchText} onChange={props.onSearch} />
      )}
      {props.hasFilters && (
        <>
          <PanelButton kind="pick" icon="mdi-filter-plus-outline" onPanel={onPanel}>
            {t('objectList.filter.add')}
          </PanelButton>
          <PanelButton kind="saved" icon="mdi-bookmark-multiple-outline" onPanel={onPanel}>
            {t('objectList.saved.title')}
          </PanelButton>
        </>
      )}
      {props.hasPast && (
        <Checkbox
          size="xs"
          label={t('objectList.includeDeleted')}
          checked={props.includesDeleted}
          onChange={({ currentTarget }) => props.onIncludeDeleted(currentTarget.checked)}
        />
      )}
    </>
  );
});

interface ToolbarEndProps {
  readonly at: string | null;
  readonly hasPast: boolean;
  readonly canExport: boolean;
  readonly isFetching: boolean;
  readonly onPanel: OnPanel;
  readonly onExport: () => void;
  readonly onRefresh: () => void;
}

export const ToolbarEnd = memo(function ToolbarEnd({ at, onPanel, ...props }: ToolbarEndProps) {
  const t = useT();
  const square = { size: 32, variant: 'default' } as const;
  return (
    <>
      {props.hasPast && (
        <PanelButton kind="asOf" icon="mdi-history" isActive={at !== null} onPanel={onPanel}>
          {t('objectList.asOf.title')} {at === null ? t('objectList.asOf.now') : formatTimestamp(at)}
        </PanelButton>
      )}
      <PanelButton kind="columns" icon="mdi-view-column-outline" onPanel={onPanel}>
        {t('objectList.columns.title')}
      </PanelButton>
      <ActionIcon
        {...square}
        aria-label={t('objectList.export.title')}
        title={t('objectList.export.title')}
        disabled={!props.canExport}
        onClick={props.onExport}
      >
        <Icon name="mdi-tray-arrow-down" />
      </ActionIcon>
      <ActionIcon
        {...square}
        aria-label={t('objectList.refresh')}
        title={t('objectList.refresh')}
        aria-busy={props.isFetching}
        onClick={props.onRefresh}
      >
        <Icon name="mdi-refresh" />
      </ActionIcon>
    </>
  );
});

interface PanelButtonProps {
  readonly kind: PanelKind;
  readonly icon: IconName;
  readonly isActive?: boolean;
  readonly onPanel: OnPanel;
  readonly children: ReactNode;
}

function PanelButton({ kind, icon, isActive = false, onPanel, children }: PanelButtonProps) {
  return (
    <Button
      variant={isActive ? 'light' : 'default'}
      leftSection={<Icon name={icon} />}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onPanel(kind, placeOf(currentTarget))}
    >
      {children}
    </Button>
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
