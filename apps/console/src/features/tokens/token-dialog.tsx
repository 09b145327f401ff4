import { MetaGroupId, Role } from '@gwanje/contract/definition/fields';
import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { assignableRoles } from '@gwanje/domain/access/permissions';
import { MultiSelect, NativeSelect } from '@mantine/core';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { useRoleLabel } from '#entities/users/user-chips.tsx';

const DAYS = [30, 90, 180, 366] as const;

export function TokenDialog({ onClose, onMade }: { onClose: () => void; onMade: (token: string) => void }) {
  const t = useT();
  const user = useSession((state) => state.user);
  const roleLabel = useRoleLabel();
  const metaGroups = useGroups((state) => state.groupNameList);
  const roles = [...Role.values].filter((role) => user && assignableRoles(user).includes(role));
  const form = useEditForm({
    initialValues: {
      name: '',
      role: (roles.includes(3) ? 3 : 2) as Role,
      metaGroupIds: [] as string[],
      days: 90,
    },
    isChanged: ({ name, metaGroupIds }) => name !== '' || metaGroupIds.length > 0,
    validate: ({ name }) => ({ name: nameError(name) }),
    reasons: { name: NAME_REASONS },
    save: ({ name, role, metaGroupIds, days }) => {
      const metaGroupIdList = metaGroupIds.map((id) => MetaGroupId.parse(Number(id)));
      return call(insertAccessToken, { body: { name: name.trim(), role, metaGroupIdList, days } });
    },
    onSaved: ({ token }) => onMade(token),
  });
  const { role, metaGroupIds, days } = form.values;

  return (
    <FormDialog
      title={t('accessTokens.token.create')}
      submitLabel={t('common.create')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField
        label={t('accessTokens.name')}
        description={t('accessTokens.nameHint')}
        {...form.input('name')}
      />
      <NativeSelect
        label={t('accessTokens.role')}
        value={String(role)}
        data={roles.map((one) => ({ value: String(one), label: roleLabel({ role: one, isKeyUser: 'N' }) }))}
        onChange={(event) => form.change({ role: Role.parse(Number(event.currentTarget.value)) })}
      />
      <MultiSelect
        label={t('accessTokens.groups')}
        description={t('accessTokens.groupsHint')}
        placeholder={metaGroupIds.length === 0 ? t('accessTokens.allGroups') : ''}
        data={metaGroups.map(({ metaGroupId, metaGroupName }) => ({
          value: String(metaGroupId),
          label: metaGroupName,
        }))}
        value={metaGroupIds}
        onChange={(ids) => form.change({ metaGroupIds: ids })}
        searchable
        clearable
      />
      <NativeSelect
        label={t('accessTokens.days')}
        value={String(days)}
        data={DAYS.map((cnt) => ({ value: String(cnt), label: t('accessTokens.dayCnt', { cnt }) }))}
        onChange={(event) => form.change({ days: Number(event.currentTarget.value) })}
      />
    </FormDialog>
  );
}
