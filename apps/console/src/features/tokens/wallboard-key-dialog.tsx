import { getViewOption } from '@gwanje/contract/dashboard/view-options';
import { BOARDS_TYPE, insertWallboardKey } from '@gwanje/contract/dashboard/wallboards';
import { SubGroupId } from '@gwanje/contract/definition/fields';
import { namedBoards } from '@gwanje/domain/dashboard/options';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { NAME_REASONS, nameError } from '#components/forms/field-errors.ts';
import { NameField } from '#components/forms/name-field.tsx';
import { useEditForm } from '#components/forms/use-edit-form.ts';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';

const boardsQuery = apiQuery(getViewOption, { params: { type: BOARDS_TYPE } }, { staleMs: 0 });

interface WallboardKeyDialogProps {
  readonly onClose: () => void;
  readonly onMade: (url: string) => void;
}

export function WallboardKeyDialog({ onClose, onMade }: WallboardKeyDialogProps) {
  const t = useT();
  const groups = useGroups((state) => state.groupNameList);
  const { data: saved, isPending } = useQuery(boardsQuery);
  const boards = namedBoards(saved?.viewOption);
  const form = useEditForm({
    initialValues: { name: '', boardIdList: [] as string[], shownSubGroupIdList: [] as string[] },
    validate: ({ name, boardIdList, shownSubGroupIdList }) => ({
      name: nameError(name),
      boardIdList: boardIdList.length === 0 ? 'accessTokens.wallBoardsRequired' : undefined,
      shownSubGroupIdList: shownSubGroupIdList.length === 0 ? 'accessTokens.wallGroupsRequired' : undefined,
    }),
    reasons: { name: NAME_REASONS, boardIdList: {}, shownSubGroupIdList: {} },
    save: ({ name, boardIdList, shownSubGroupIdList: ids }) => {
      const shownSubGroupIdList = ids.map((id) => SubGroupId.parse(Number(id)));
      return call(insertWallboardKey, { body: { name: name.trim(), boardIdList, shownSubGroupIdList } });
    },
    onSaved: ({ url }) => onMade(url),
  });

  return (
    <FormDialog
      title={t('accessTokens.wallboard.create')}
      submitLabel={t('common.create')}
      onClose={onClose}
      {...form.frame}
    >
      <NameField
        label={t('accessTokens.name')}
        description={t('accessTokens.wallNameHint')}
        {...form.input('name')}
      />
      <MultiSelect
        label={t('accessTokens.wallBoards')}
        description={t(
          boards.length === 0 && !isPending ? 'accessTokens.wallNoBoards' : 'accessTokens.wallBoardsHint',
        )}
        data={boards.map(({ id, name: label }) => ({ value: id, label }))}
        withAsterisk
        {...form.input('boardIdList')}
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
        {...form.input('shownSubGroupIdList')}
        searchable
        clearable
      />
    </FormDialog>
  );
}
