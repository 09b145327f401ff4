import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import './cluster-field-messages.ts';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '#core/i18n/i18n.ts';
import { templatesQuery } from './cluster-queries.ts';

interface TemplateSelectProps {
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly value: number | null;
  readonly error: string | undefined;
  readonly onChange: (alarmTemplateId: number | null) => void;
}

export function TemplateSelect({ id, label, value, error, onChange }: TemplateSelectProps) {
  const t = useT();
  const { data, isError } = useQuery(templatesQuery);
  return (
    <Select<number>
      id={id}
      label={label}
      placeholder={t('clusterFields.chooseTemplate')}
      data={(data?.list ?? []).map(({ alarmTemplateId, name }) => ({
        value: Number(alarmTemplateId),
        label: name,
      }))}
      value={data ? value : null}
      onChange={onChange}
      error={isError ? t('clusterFields.templatesFailed') : error}
      nothingFoundMessage={t('clusterFields.noTemplate')}
      allowDeselect={false}
      searchable
      required
    />
  );
}
