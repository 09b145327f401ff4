import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import './cluster-field-messages.ts';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';

export interface GroupChoice {
  readonly metaGroupId: number | null;
  readonly subGroupId: number | null;
}

interface SelectProps {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly value: number | null;
  readonly error: string | undefined;
  readonly onChange: (id: number | null) => void;
}

interface MetaGroupSelectProps extends SelectProps {
  readonly managed: readonly GroupNameEntry[];
}

export function MetaGroupSelect({ id, label, managed, value, error, onChange }: MetaGroupSelectProps) {
  const t = useT();
  return (
    <Select<number>
      id={id}
      label={label}
      placeholder={t('clusterFields.chooseMetaGroup')}
      data={managed.map(({ metaGroupId, metaGroupName }) => ({
        value: Number(metaGroupId),
        label: metaGroupName,
      }))}
      value={value}
      onChange={onChange}
      error={error}
      nothingFoundMessage={t('clusterFields.noMetaGroup')}
      allowDeselect={false}
      searchable
      required
    />
  );
}

interface SubGroupSelectProps extends SelectProps {
  readonly metaGroup: GroupNameEntry | undefined;
}

export function SubGroupSelect({ id, label, metaGroup, value, error, onChange }: SubGroupSelectProps) {
  const t = useT();
  const subGroups = metaGroup?.subGroupNameList ?? [];
  return (
    <>
      <Select<number>
        id={id}
        label={label}
        placeholder={t('clusterFields.chooseSubGroup')}
        data={subGroups.map(({ subGroupId, subGroupName }) => ({
          value: Number(subGroupId),
          label: subGroupName,
        }))}
        value={value}
        onChange={onChange}
        error={error}
        nothingFoundMessage={t('clusterFields.noSubGroup')}
        allowDeselect={false}
        disabled={metaGroup === undefined}
        searchable
        required
      />
      {metaGroup && subGroups.length === 0 && (
        <p>
          {t('clusterFields.noSubGroupYet')}{' '}
          <Link to="/setting/group/sub-list" search={{ metaGroupId: String(metaGroup.metaGroupId) }}>
            {t('clusterFields.createSubGroup')}
          </Link>
        </p>
      )}
    </>
  );
}

/** Preselects the group if there is only one. */
export function onlyGroup(managed: readonly GroupNameEntry[], metaGroupId: number | null): GroupChoice {
  const metaGroup =
    managed.find((group) => group.metaGroupId === metaGroupId) ??
    (managed.length === 1 ? managed[0] : undefined);
  const [first, ...others] = metaGroup?.subGroupNameList ?? [];
  return {
    metaGroupId: metaGroup?.metaGroupId ?? null,
    subGroupId: first && others.length === 0 ? first.subGroupId : null,
  };
}
