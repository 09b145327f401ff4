import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/ScrollArea.css';
import { insertAccessToken } from '@gwanje/contract/access-tokens';
import { Role } from '@gwanje/contract/fields';
import { MetaGroupId } from '@gwanje/contract/ids';
import { assignableRoles } from '@gwanje/domain/permissions';
import { MultiSelect, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { faultsOf, NAME_REASONS, nameFault, tellFailure } from '#components/forms/faults.ts';
import { FormDialog } from '#components/forms/form-dialog.tsx';
import { NameField } from '#components/forms/name-field.tsx';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useSession } from '#core/session/session-store.ts';
import { useRoleLabel } from '#entities/users/user-chips.tsx';

const DAYS = [30, 90, 180, 366] as const;

interface TokenDialogProps {
  readonly onClose: () => void;
  readonly onMade: (token: string) => void;
}

export function TokenDialog({ onClose, onMade }: TokenDialogProps) {
  const t = useT();
  const user = useSession((state) => state.user);
  const roleLabel = useRoleLabel();
  const metaGroups = useGroups((state) => state.groupNameList);
  const roles = Role.options
    .map(({ value }) => value)
    .filter((role) => user && assignableRoles(user).includes(role));
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(roles.includes(3) ? 3 : 2);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [days, setDays] = useState<number>(90);
  const { faults, setFaults, attempt, refuse } = useFaults<'name'>({});
  const [isBusy, run] = useBusy();

  async function save(): Promise<void> {
    const found = nameFault(name);
    if (found) return refuse({ name: found });
    const metaGroupIdList = chosen.map((id) => MetaGroupId.parse(Number(id)));
    try {
      const { token } = await call(insertAccessToken, {
        body: { name: name.trim(), role, metaGroupIdList, days },
      });
      onMade(token);
    } catch (error) {
      const refused = faultsOf(error, { name: NAME_REASONS });
      if (refused) return refuse(refused);
      await tellFailure(error);
    }
  }

  return (
    <FormDialog
      title={t('accessTokens.create')}
      submitLabel={t('common.create')}
      isDirty={name !== '' || chosen.length > 0}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <NameField
        label={t('accessTokens.name')}
        hint={t('accessTokens.nameHint')}
        value={name}
        fault={faults.name}
        onChange={(text) => {
          setName(text);
          setFaults({});
        }}
      />
      <NativeSelect
        label={t('accessTokens.role')}
        value={String(role)}
        data={roles.map((one) => ({ value: String(one), label: roleLabel({ role: one, isKeyUser: 'N' }) }))}
        onChange={(event) => setRole(Role.parse(Number(event.currentTarget.value)))}
      />
      <MultiSelect
        label={t('accessTokens.groups')}
        description={t('accessTokens.groupsHint')}
        placeholder={chosen.length === 0 ? t('accessTokens.allGroups') : ''}
        data={metaGroups.map(({ metaGroupId, metaGroupName }) => ({
          value: String(metaGroupId),
          label: metaGroupName,
        }))}
        value={[...chosen]}
        onChange={setChosen}
        comboboxProps={{ zIndex: 2500 }}
        searchable
        clearable
      />
      <NativeSelect
        label={t('accessTokens.days')}
        value={String(days)}
        data={DAYS.map((cnt) => ({ value: String(cnt), label: t('accessTokens.dayCnt', { cnt }) }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
    </FormDialog>
  );
}
