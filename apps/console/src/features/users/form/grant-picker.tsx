import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { Checkbox, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './grant-picker.module.css';
import { type GrantedGroup, type GrantNode, grantTree } from './grants.ts';

interface GrantPickerProps {
  readonly managed: readonly GroupNameEntry[];
  readonly present?: readonly GrantedGroup[];
  readonly subGroupIds: ReadonlySet<number>;
  readonly onChange: (subGroupIds: ReadonlySet<number>) => void;
  readonly error: string | undefined;
}

const NO_GRANTS: readonly GrantedGroup[] = [];
/** With this many sub groups or more, a search field is shown. */
const SEARCH_FROM = 8;

export function GrantPicker({
  managed,
  present = NO_GRANTS,
  subGroupIds,
  onChange,
  error,
}: GrantPickerProps) {
  const t = useT();
  const errorId = useId();
  const [search, setSearch] = useState('');
  const nodes = grantTree(managed, present, search);
  const offeredCnt = managed.reduce((sum, { subGroupNameList }) => sum + subGroupNameList.length, 0);

  function change(ids: readonly number[], isChecked: boolean) {
    const next = new Set(subGroupIds);
    for (const id of ids) {
      if (isChecked) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  }

  return (
    <div>
      <fieldset
        className={`${classes.picker} ${error ? classes.refused : ''}`}
        aria-label={t('users.grants')}
        aria-describedby={error ? errorId : undefined}
        data-invalid={error ? true : undefined}
        tabIndex={error ? -1 : undefined}
      >
        {offeredCnt >= SEARCH_FROM && (
          <TextInput
            className={classes.search ?? ''}
            type="search"
            value={search}
            aria-label={t('users.grantsSearch')}
            placeholder={t('users.grantsSearch')}
            leftSection={<Icon name="mdi-magnify" />}
            onChange={(event) => setSearch(event.currentTarget.value)}
            // Enter would submit the surrounding form.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
        )}
        <div className={classes.tree}>
          {nodes.map((node) => (
            <MetaNode key={node.metaGroupId} node={node} subGroupIds={subGroupIds} onChange={change} />
          ))}
          {nodes.length === 0 && (
            <p className={classes.none}>{t(offeredCnt === 0 ? 'users.grantsNone' : 'users.grantsNoMatch')}</p>
          )}
        </div>
        <div className={classes.foot} aria-live="polite">
          {t('users.grantsSelected', { cnt: subGroupIds.size })}
        </div>
      </fieldset>
      {error && (
        <p className={classes.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

interface MetaNodeProps {
  readonly node: GrantNode;
  readonly subGroupIds: ReadonlySet<number>;
  readonly onChange: (ids: readonly number[], isChecked: boolean) => void;
}

function MetaNode({ node, subGroupIds, onChange }: MetaNodeProps) {
  const t = useT();
  const { metaGroupName, subGroups, isManaged } = node;
  const chosenCnt = subGroups.filter(({ subGroupId }) => subGroupIds.has(subGroupId)).length;
  const isAll = chosenCnt === subGroups.length;
  return (
    <fieldset className={classes.meta} aria-label={metaGroupName}>
      <div className={classes.metaRow}>
        <Checkbox
          size="xs"
          label={<bdi className={classes.metaName}>{metaGroupName}</bdi>}
          checked={isAll}
          indeterminate={chosenCnt > 0 && !isAll}
          disabled={!isManaged}
          onChange={() =>
            onChange(
              subGroups.map(({ subGroupId }) => subGroupId),
              !isAll,
            )
          }
        />
        {!isManaged && <Chip colour="grey" label={t('users.grantsFixed')} />}
      </div>
      {subGroups.map(({ subGroupId, subGroupName }) => (
        <Checkbox
          key={subGroupId}
          className={classes.sub ?? ''}
          size="xs"
          label={<bdi>{subGroupName}</bdi>}
          checked={subGroupIds.has(subGroupId)}
          disabled={!isManaged}
          onChange={(event) => onChange([subGroupId], event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
