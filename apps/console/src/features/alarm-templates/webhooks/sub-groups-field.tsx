import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Switch } from '@mantine/core';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from '../templates.module.css';
import type { WebhookDraft } from './webhook-form.ts';

interface SubGroupsFieldProps {
  readonly draft: WebhookDraft;
  readonly fault: string | undefined;
  readonly onChange: (patch: Partial<WebhookDraft>) => void;
}

/** Limits the webhook to clusters of chosen sub groups; default: all clusters that use the template. */
export function SubGroupsField({ draft, fault, onChange }: SubGroupsFieldProps) {
  const t = useT();
  const groups = useGroups((state) => state.groupNameList);
  return (
    <div>
      <Switch
        size="xs"
        label={t('alarmTemplates.hook.onlyGroups')}
        checked={draft.isForSome}
        onChange={(event) => onChange({ isForSome: event.currentTarget.checked })}
      />
      {draft.isForSome && (
        <MultiSelect
          className={classes.under ?? ''}
          aria-label={t('alarmTemplates.hook.groups')}
          placeholder={draft.subGroupIds.length === 0 ? t('alarmTemplates.hook.groupsHint') : ''}
          data={groups.map(({ metaGroupName, subGroupNameList }) => ({
            group: metaGroupName,
            items: subGroupNameList.map(({ subGroupId, subGroupName }) => ({
              value: String(subGroupId),
              label: subGroupName,
            })),
          }))}
          value={[...draft.subGroupIds]}
          error={fault}
          onChange={(subGroupIds) => onChange({ subGroupIds })}
          comboboxProps={{ zIndex: 2500 }}
          openOnFocus={false}
          searchable
          clearable
        />
      )}
    </div>
  );
}
