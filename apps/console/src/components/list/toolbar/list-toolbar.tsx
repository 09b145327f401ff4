import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { ActionIcon, Button, Checkbox, CloseButton, TextInput } from '@mantine/core';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';
import { type Place, placeOf } from './panel-at.tsx';

export type PanelKind = 'pick' | 'columns' | 'saved' | 'asOf';

interface StartProps {
  /** The label of the search box; absent: the list has none. */
  readonly searchLabel: string | undefined;
  readonly searchText: string;
  readonly hasFilters: boolean;
  readonly hasPast: boolean;
  readonly includesDeleted: boolean;
  readonly onSearch: (text: string) => void;
  readonly onPanel: (kind: PanelKind, place: Place) => void;
  readonly onIncludeDeleted: (isIncluded: boolean) => void;
}

interface EndProps {
  readonly at: string | null;
  readonly hasPast: boolean;
  readonly canExport: boolean;
  readonly onPanel: (kind: PanelKind, place: Place) => void;
  readonly onExport: () => void;
}

interface RefreshProps {
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

interface ListToolbarProps extends StartProps, EndProps, RefreshProps {
  readonly age: ReactNode;
  readonly extra: ReactNode;
}

/** Split into memoised parts, because pages of rows arrive while the user scrolls. */
export function ListToolbar({ age, extra, isFetching, onRefresh, ...props }: ListToolbarProps) {
  const { searchLabel, searchText, hasFilters, includesDeleted, onSearch, onIncludeDeleted } = props;
  const { hasPast, at, canExport, onPanel, onExport } = props;
  return (
    <div className={classes.toolbar}>
      <ToolbarStart
        {...{ searchLabel, searchText, hasFilters, hasPast, includesDeleted }}
        {...{ onSearch, onPanel, onIncludeDeleted }}
      />
      {extra}
      <div className={classes.toolbarEnd}>
        {age}
        <ToolbarEnd {...{ at, hasPast, canExport, onPanel, onExport }} />
        <RefreshButton isFetching={isFetching} onRefresh={onRefresh} />
      </div>
    </div>
  );
}

const ToolbarStart = memo(function ToolbarStart({ onPanel, ...props }: StartProps) {
  const t = useT();
  return (
    <>
      {props.searchLabel !== undefined && (
        <SearchBox label={props.searchLabel} value={props.searchText} onChange={props.onSearch} />
      )}
      {props.hasFilters && (
        <>
          <Button
            variant="default"
            leftSection={<Icon name="mdi-filter-plus-outline" />}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => onPanel('pick', placeOf(currentTarget))}
          >
            {t('objectList.filter.add')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="mdi-bookmark-multiple-outline" />}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => onPanel('saved', placeOf(currentTarget))}
          >
            {t('objectList.saved.title')}
          </Button>
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

const ToolbarEnd = memo(function ToolbarEnd({ at, hasPast, canExport, onPanel, onExport }: EndProps) {
  const t = useT();
  return (
    <>
      {hasPast && (
        <Button
          variant={at === null ? 'default' : 'light'}
          leftSection={<Icon name="mdi-history" />}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onPanel('asOf', placeOf(currentTarget))}
        >
          {t('objectList.asOf.title')} {at === null ? t('objectList.asOf.now') : formatTimestamp(at)}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="mdi-view-column-outline" />}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => onPanel('columns', placeOf(currentTarget))}
      >
        {t('objectList.columns.title')}
      </Button>
      <ActionIcon
        size={32}
        variant="default"
        aria-label={t('objectList.export.title')}
        title={t('objectList.export.title')}
        disabled={!canExport}
        onClick={onExport}
      >
        <Icon name="mdi-tray-arrow-down" />
      </ActionIcon>
    </>
  );
});

const RefreshButton = memo(function RefreshButton({ isFetching, onRefresh }: RefreshProps) {
  const t = useT();
  return (
    <ActionIcon
      size={32}
      variant="default"
      aria-label={t('objectList.refresh')}
      title={t('objectList.refresh')}
      aria-busy={isFetching}
      onClick={onRefresh}
    >
      <Icon name="mdi-refresh" />
    </ActionIcon>
  );
});

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
