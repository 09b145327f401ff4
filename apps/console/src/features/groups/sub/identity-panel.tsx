import { formatTimestamp } from '@gwanje/domain/formats/time';
import { FormRow, FormRows } from '@gwanje/ui/form-row';
import { Panel } from '@gwanje/ui/panel';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { NameField } from '#components/forms/name-field.tsx';
import { ReadOnlyText } from '#components/forms/read-only-text.tsx';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import type { SubGroupInfo } from './member-draft.ts';

interface IdentityPanelProps {
  readonly info: SubGroupInfo;
  readonly name: string;
  readonly fault: PlainKey | undefined;
  readonly isReadOnly: boolean;
  readonly onName: (name: string) => void;
}

export function IdentityPanel({ info, name, fault, isReadOnly, onName }: IdentityPanelProps) {
  const t = useT();
  const nameId = useId();
  return (
    <Panel title={t('groups.identity')}>
      <FormRows>
        <FormRow
          label={t('groups.name')}
          inputId={nameId}
          required
          isReadOnly={isReadOnly}
          readOnlyValue={<ReadOnlyText label={t('groups.name')} value={info.name} />}
        >
          <NameField id={nameId} value={name} error={fault && t(fault)} onChange={onName} autoFocus />
        </FormRow>
        <FormRow
          label={t('groups.metaGroup')}
          isReadOnly
          readOnlyValue={
            <Link to="/setting/group/sub-list" search={{ metaGroupId: String(info.metaGroupId) }}>
              <bdi>{info.metaGroupName}</bdi>
            </Link>
          }
        />
        <FormRow label={t('groups.createdAt')} isReadOnly readOnlyValue={formatTimestamp(info.createdAt)} />
        <FormRow label={t('groups.updatedAt')} isReadOnly readOnlyValue={formatTimestamp(info.updatedAt)} />
      </FormRows>
    </Panel>
  );
}
