import './cluster-field-messages.ts';
import type { GroupNameEntry } from '@gwanje/contract/users/groups';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '#core/i18n/i18n.ts';
import { templatesQuery } from './cluster-queries.ts';

interface FieldProps extends Pick<SelectProps, 'id' | 'label' | 'disabled'> {
  readonly value: number | null;
  readonly error: string | undefined;
  readonly onChange: (id: number | null) => void;
}

interface IdSelectProps extends FieldProps {
  readonly placeholder: string;
  readonly nothingFoundMessage: string;
  readonly options: readonly (readonly [id: number, name: string])[];
}

function IdSelect({ options, ...select }: IdSelectProps) {
  const data = options.map(([value, label]) => ({ value, label }));
  return <Select<number> {...select} data={data} allowDeselect={false} searchable required />;
}

export function MetaGroupSelect({ managed, ...field }: FieldProps & { managed: readonly GroupNameEntry[] }) {
  const t = useT();
  return (
    <IdSelect
      {...field}
      placeholder={t('clusterFields.chooseMetaGroup')}
      options={managed.map(({ metaGroupId, metaGroupName }) => [metaGroupId, metaGroupName])}
      nothingFoundMessage={t('clusterFields.noMetaGroup')}
    />
  );
}

export function SubGroupSelect({
  metaGroup,
  ...field
}: FieldProps & { metaGroup: GroupNameEntry | undefined }) {
  const t = useT();
  const subGroups = metaGroup?.subGroupNameList ?? [];
  return (
    <>
      <IdSelect
        {...field}
        placeholder={t('clusterFields.chooseSubGroup')}
        options={subGroups.map(({ subGroupId, subGroupName }) => [subGroupId, subGroupName])}
        nothingFoundMessage={t('clusterFields.noSubGroup')}
        disabled={metaGroup === undefined}
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

export function TemplateSelect({ value, error, ...field }: FieldProps) {
  const t = useT();
  const { data, isError } = useQuery(templatesQuery);
  return (
    <IdSelect
      {...field}
      placeholder={t('clusterFields.chooseTemplate')}
      options={(data?.list ?? []).map(({ alarmTemplateId, name }) => [alarmTemplateId, name])}
      value={data ? value : null}
      error={isError ? t('clusterFields.templatesFailed') : error}
      nothingFoundMessage={t('clusterFields.noTemplate')}
    />
  );
}

/** The given meta group, or the only one, and its sub group if it has only one. */
export function preselectedGroups(managed: readonly GroupNameEntry[], metaGroupId: number | null) {
  const metaGroup =
    managed.find((group) => group.metaGroupId === metaGroupId) ??
    (managed.length === 1 ? managed[0] : undefined);
  const [first, ...others] = metaGroup?.subGroupNameList ?? [];
  return {
    metaGroupId: metaGroup?.metaGroupId ?? null,
    subGroupId: first && others.length === 0 ? first.subGroupId : null,
  };
}
