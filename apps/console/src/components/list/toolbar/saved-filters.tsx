import { TextButton } from '@gwanje/ui/buttons';
import { Icon } from '@gwanje/ui/icon';
import { ActionIcon } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { BareInput } from '#components/forms/bare-input.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import type { ListDeclaration } from '../define-list.ts';
import classes from '../object-list.module.css';
import { choiceFromAddress, choiceToAddress, isNarrowed } from '../state/list-address.ts';
import { MAX_FILTER_NAME, type NamedFilter, withFilter, withoutFilter } from '../state/list-options.ts';
import type { ListControls } from '../state/use-list-controls.ts';

interface SavedFiltersProps {
  readonly controls: Pick<
    ListControls<never>,
    'choice' | 'change' | 'options' | 'saveOptions' | 'setPanel'
  > & {
    readonly declaration: Pick<ListDeclaration<never>, 'contract'>;
  };
}

export function SavedFilters({ controls }: SavedFiltersProps) {
  const { declaration, choice, change, options, saveOptions, setPanel } = controls;
  const { filters } = options;
  const canSave = isNarrowed(choice) || choice.sort.length > 0 || choice.includesDeleted;
  const t = useT();
  const [name, setName] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return;
    // A saved filter does not keep the past instant.
    const address = choiceToAddress({ ...choice, at: null }, declaration.contract);
    saveOptions(withFilter(options, name.trim(), address));
    setName('');
  }
  function apply({ address }: NamedFilter) {
    // Parsed like any address: invalid parts are ignored.
    change(choiceFromAddress(address, declaration.contract));
    setPanel(null);
  }

  return (
    <div className={classes.panel}>
      {filters.length === 0 ? (
        <p className={classes.panelNote}>{t('objectList.saved.none')}</p>
      ) : (
        <ul className={classes.panelList}>
          {filters.map((filter) => (
            <li key={filter.name} className={classes.panelItem}>
              <button type="button" className={classes.savedName} onClick={() => apply(filter)}>
                <Icon name="mdi-bookmark-outline" size={15} />
                <bdi title={filter.name}>{filter.name}</bdi>
              </button>
              <IfMayChange>
                <ActionIcon
                  size={22}
                  aria-label={t('objectList.saved.forget', { name: filter.name })}
                  onClick={() => saveOptions(withoutFilter(options, filter.name))}
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
          <TextButton variant="filled" type="submit" disabled={!canSave || name.trim() === ''}>
            {t('common.save')}
          </TextButton>
        </form>
      </IfMayChange>
    </div>
  );
}
