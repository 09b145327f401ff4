import { Icon } from '@gwanje/ui/icon';
import { ActionIcon, Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import classes from '../object-list.module.css';
import { MAX_FILTER_NAME, type NamedFilter } from '../state/list-options.ts';

interface SavedFiltersProps {
  readonly filters: readonly NamedFilter[];
  /** The list has conditions that could be saved. */
  readonly canSave: boolean;
  readonly onApply: (filter: NamedFilter) => void;
  readonly onSave: (name: string) => void;
  readonly onForget: (name: string) => void;
}

export function SavedFilters({ filters, canSave, onApply, onSave, onForget }: SavedFiltersProps) {
  const t = useT();
  const [name, setName] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  }

  return (
    <div className={classes.panel}>
      {filters.length === 0 ? (
        <p className={classes.panelNote}>{t('objectList.saved.none')}</p>
      ) : (
        <ul className={classes.panelList}>
          {filters.map((filter) => (
            <li key={filter.name} className={classes.panelItem}>
              <button type="button" className={classes.savedName} onClick={() => onApply(filter)}>
                <Icon name="mdi-bookmark-outline" size={15} />
                <bdi title={filter.name}>{filter.name}</bdi>
              </button>
              <IfMayChange>
                <ActionIcon
                  size={22}
                  aria-label={t('objectList.saved.forget', { name: filter.name })}
                  onClick={() => onForget(filter.name)}
                >
                  <Icon name="mdi-close" size={14} />
                </ActionIcon>
              </IfMayChange>
            </li>
          ))}
        </ul>
      )}
      <IfMayChange>
        <form className={classes.panelFoot} onSubmit={submit}>
          <BareInput
            data-autofocus={filters.length === 0 ? true : undefined}
            label={t('objectList.saved.name')}
            placeholder={t(canSave ? 'objectList.saved.name' : 'objectList.saved.nothing')}
            maxLength={MAX_FILTER_NAME}
            disabled={!canSave}
            value={name}
            onChange={setName}
          />
          <Button type="submit" disabled={!canSave || name.trim() === ''}>
            {t('common.save')}
          </Button>
        </form>
      </IfMayChange>
    </div>
  );
}
