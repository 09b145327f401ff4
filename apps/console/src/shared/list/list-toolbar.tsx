import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon } from '@gwanje/ui/icon';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '#shared/i18n/i18n.ts';
import { type Place, placeOf } from './anchored.tsx';
import type { ListChoice } from './list-address.ts';
import classes from './object-list.module.css';

export type PanelKind = 'pick' | 'columns' | 'saved' | 'asOf';

interface ListToolbarProps {
  readonly search: ReactNode;
  readonly age: ReactNode;
  readonly extra: ReactNode;
  readonly choice: ListChoice;
  readonly hasPast: boolean;
  readonly isFetching: boolean;
  readonly canExport: boolean;
  readonly onPanel: (kind: PanelKind, place: Place) => void;
  readonly onIncludeDeleted: (isIncluded: boolean) => void;
  readonly onExport: () => void;
  readonly onRefresh: () => void;
}

export function ListToolbar(props: ListToolbarProps) {
  const { choice, onPanel } = props;
  const t = useT();
  return (
    <div className={classes.toolbar}>
      {props.search}
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
      {props.hasPast && (
        <Checkbox
          size="xs"
          label={t('objectList.includeDeleted')}
          checked={choice.includesDeleted}
          onChange={({ currentTarget }) => props.onIncludeDeleted(currentTarget.checked)}
        />
      )}
      {props.extra}
      <div className={classes.toolbarEnd}>
        {props.age}
        {props.hasPast && (
          <Button
            variant={choice.at === null ? 'default' : 'light'}
            leftSection={<Icon name="mdi-history" />}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => onPanel('asOf', placeOf(currentTarget))}
          >
            {t('objectList.asOf.title')}{' '}
            {choice.at === null ? t('objectList.asOf.now') : formatTimestamp(choice.at)}
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
          disabled={!props.canExport}
          onClick={props.onExport}
        >
          <Icon name="mdi-tray-arrow-down" />
        </ActionIcon>
        <ActionIcon
          size={32}
          variant="default"
          aria-label={t('objectList.refresh')}
          title={t('objectList.refresh')}
          aria-busy={props.isFetching}
          onClick={props.onRefresh}
        >
          <Icon name="mdi-refresh" />
        </ActionIcon>
      </div>
    </div>
  );
}
