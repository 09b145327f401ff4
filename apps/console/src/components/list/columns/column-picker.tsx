import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../object-list.module.css';

interface ColumnPickerProps {
  readonly columns: readonly { readonly id: string; readonly label: string }[];
  readonly onPick: (id: string) => void;
}

/** Chooses the column to filter by, shown or not. */
export function ColumnPicker({ columns, onPick }: ColumnPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const found = columns.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  return (
    <div className={classes.panel}>
      <TextInput
        data-autofocus
        aria-label={t('objectList.columns.search')}
        placeholder={t('objectList.columns.search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
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
