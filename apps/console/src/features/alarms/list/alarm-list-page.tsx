import { useMayChange } from '#core/session/session-store.ts';
import '#entities/alarms/alarm-messages.ts';
import type { ChosenLevel } from '@gwanje/domain/alarms/lifecycle';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { confirmLevelKey, labelOf } from '@gwanje/domain/mappings/labels';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState } from '@gwanje/ui/panel';
import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ListDeclaration } from '#components/list/define-list.ts';
import { ToggleChips } from '#components/list/filters/toggle-chips.tsx';
import { ObjectList } from '#components/list/object-list.tsx';
import type { BulkAction } from '#components/list/toolbar/selection-bar.tsx';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { alarmLevelAppearance, confirmLevelAppearance } from '#entities/alarms/alarm-appearance.ts';
import { useConfirm } from '../actions/confirm-dialog.tsx';
import { MemoDialog } from '../actions/memos.tsx';
import { alarmScope, stateFilter } from '../alarm-conditions.ts';
import { AlarmDrawer } from '../detail/alarm-drawer.tsx';
import { AddMaintenance } from '../maintenance/maintenance-dialog.tsx';
import { type AlarmListRow, alarmList } from './alarm-list.tsx';
import classes from './alarm-list-page.module.css';
import { MaintenanceStrip, SnoozeStrip } from './mute-strips.tsx';

const BY_HAND: readonly (readonly [level: ChosenLevel, icon: IconName])[] = [
  [2, 'mdi-account-check-outline'],
  [3, 'mdi-check-all'],
  [4, 'mdi-archive-outline'],
];

const LEVELS: readonly number[] = [5, 1];

/** All alarms of the selected groups. The address holds the opened alarm and every condition. */
export function AlarmListPage() {
  const { t, language } = useTexts();
  const address = useAddress();
  const [memoOf, setMemoOf] = useState<AlarmListRow | null>(null);
  const mayChange = useMayChange();
  const { ask, dialog } = useConfirm();
  const declaration = useMemo(() => withMemos(setMemoOf), []);
  const openedId = parseIdText(address.search.alarmId);

  const bulkActions = BY_HAND.map(
    ([level, icon]): BulkAction<AlarmListRow> => ({
      id: `confirm${level}`,
      label: labelOf(confirmLevelKey(level), language),
      icon,
      run: async (rows) => ((await ask(rows, level)) ? 'done' : 'kept'),
    }),
  );

  return (
    <>
      <PageHeader title={t('routes.alarmList')} actions={<AddMaintenance />} />
      <MaintenanceStrip />
      <SnoozeStrip />
      <ObjectList
        declaration={declaration}
        scope={alarmScope(address.search)}
        bulkActions={mayChange ? bulkActions : []}
        extra={<Conditions />}
        onOpen={({ alarmId }) => void address.change({ alarmId: String(alarmId) })}
        empty={
          <EmptyState
            icon="mdi-bell-check-outline"
            title={t('alarms.noneOpen')}
            text={t('alarms.noneOpenText')}
          />
        }
      />
      {openedId !== undefined && (
        <AlarmDrawer
          key={openedId}
          alarmId={openedId}
          ask={ask}
          onOpen={(alarmId) => void address.change({ alarmId: String(alarmId) })}
          onClose={() => void address.change({ alarmId: undefined })}
        />
      )}
      {memoOf && <MemoDialog alarm={memoOf} onClose={() => setMemoOf(null)} />}
      {dialog}
    </>
  );
}

/** The memo count is a button that opens the memos. */
function withMemos(onMemo: (row: AlarmListRow) => void): ListDeclaration<AlarmListRow> {
  return {
    ...alarmList,
    columns: alarmList.columns.map((column) =>
      column.id !== 'memoCnt'
        ? column
        : {
            ...column,
            cell: (row, { t }) => (
              <button
                type="button"
                tabIndex={-1}
                className={classes.memo}
                aria-label={t('alarms.memosOf', { name: row.objectName, cnt: row.memoCnt ?? 0 })}
                title={t('alarms.memo')}
                data-has={Boolean(row.memoCnt)}
                onClick={() => onMemo(row)}
              >
                <Icon name={row.memoCnt ? 'mdi-note-text-outline' : 'mdi-note-plus-outline'} size={15} />
                {row.memoCnt ? row.memoCnt : ''}
              </button>
            ),
          },
    ),
  };
}

function Conditions() {
  const t = useT();
  const { search, change } = useAddress();
  return (
    <>
      <ToggleChips label={t('alarms.states')} {...stateFilter} appearanceOf={confirmLevelAppearance} />
      <ToggleChips
        label={t('alarms.levels')}
        filter="f.level"
        codes={LEVELS}
        appearanceOf={alarmLevelAppearance}
      />
      <Checkbox
        size="xs"
        label={t('alarms.showFolded')}
        title={t('alarms.showFoldedHint')}
        checked={search.folded === '1'}
        onChange={({ currentTarget }) => void change({ folded: currentTarget.checked ? '1' : undefined })}
      />
    </>
  );
}
