import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/ScrollArea.css';
import { SubGroupId } from '@gwanje/contract/ids';
import { getViewOption } from '@gwanje/contract/view-options';
import { BOARDS_TYPE, insertWallboardKey } from '@gwanje/contract/wallboards';
import { namedBoards } from '@gwanje/domain/boards';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import {
  type FieldReasons,
  hasErrors,
  NAME_REASONS,
  nameError,
  serverFieldErrors,
} from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { showFailure } from '#components/forms/show-failure.ts';
import { useBusy } from '#components/forms/use-busy.ts';
import { useFaults } from '#components/forms/use-faults.ts';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';

type Field = 'name' | 'boardIdList' | 'shownSubGroupIdList';
const REASONS: FieldReasons<Field> = { name: NAME_REASONS, boardIdList: {}, shownSubGroupIdList: {} };
const boardsQuery = apiQuery(getViewOption, { params: { type: BOARDS_TYPE } }, { staleMs: 0 });

interface WallboardKeyDialogProps {
  readonly onClose: () => void;
  readonly onMade: (url: string) => void;
}

export function WallboardKeyDialog({ onClose, onMade }: WallboardKeyDialogProps) {
  const t = useT();
  const groups = useGroups((state) => state.groupNameList);
  const { data: kept, isPending } = useQuery(boardsQuery);
  const boards = namedBoards(kept?.viewOption);
  const [name, setName] = useState('');
  const [boardIds, setBoardIds] = useState<readonly string[]>([]);
  const [groupIds, setGroupIds] = useState<readonly string[]>([]);
  const { faults, setFaults, attempt, refuse } = useFaults<Field>({});
  const [isBusy, run] = useBusy();

  async function save(): Promise<void> {
    const found = {
      name: nameError(name),
      boardIdList: boardIds.length === 0 ? ('accessTokens.wallBoardsRequired' as const) : undefined,
      shownSubGroupIdList: groupIds.length === 0 ? ('accessTokens.wallGroupsRequired' as const) : undefined,
    };
    if (hasErrors(found))
      return refuse({
        ...(found.name && { name: found.name }),
        ...(found.boardIdList && { boardIdList: found.boardIdList }),
        ...(found.shownSubGroupIdList && { shownSubGroupIdList: found.shownSubGroupIdList }),
      });
    const shownSubGroupIdList = groupIds.map((id) => SubGroupId.parse(Number(id)));
    try {
      const body = { name: name.trim(), shownSubGroupIdList, boardIdList: [...boardIds] };
      onMade((await call(insertWallboardKey, { body })).url);
    } catch (error) {
      const refused = serverFieldErrors(error, REASONS);
      if (refused) return refuse(refused);
      await showFailure(error);
    }
  }

  return (
    <FormDialog
      title={t('accessTokens.wallCreate')}
      submitLabel={t('common.create')}
      isDirty={name !== '' || boardIds.length > 0 || groupIds.length > 0}
      isBusy={isBusy}
      attempt={attempt}
      onSubmit={() => void run(save)}
      onClose={onClose}
    >
      <NameField
        label={t('accessTokens.name')}
        description={t('accessTokens.wallNameHint')}
        value={name}
        error={faults.name && t(faults.name)}
        onChange={(text) => {
          setName(text);
          setFaults({});
        }}
      />
      <MultiSelect
        label={t('accessTokens.wallBoards')}
        description={t(
          boards.length === 0 && !isPending ? 'accessTokens.wallNoBoards' : 'accessTokens.wallBoardsHint',
        )}
        data={boards.map(({ id, name: label }) => ({ value: id, label }))}
        withAsterisk
        value={[...boardIds]}
        error={faults.boardIdList && t(faults.boardIdList)}
        onChange={(chosen) => {
          setBoardIds(chosen);
          setFaults({});
        }}
        comboboxProps={{ zIndex: 2500 }}
        searchable
        clearable
      />
      <MultiSelect
        label={t('accessTokens.wallGroups')}
        description={t('accessTokens.wallGroupsHint')}
        data={groups.map(({ metaGroupName, subGroupNameList }) => ({
          group: metaGroupName,
          items: subGroupNameList.map(({ subGroupId, subGroupName }) => ({
            value: String(subGroupId),
            label: subGroupName,
          })),
        }))}
        withAsterisk
        value={[...groupIds]}
        error={faults.shownSubGroupIdList && t(faults.shownSubGroupIdList)}
        onChange={(chosen) => {
          setGroupIds(chosen);
          setFaults({});
        }}
        comboboxProps={{ zIndex: 2500 }}
        searchable
        clearable
      />
    </FormDialog>
  );
}
