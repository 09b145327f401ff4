import { EmptyState, ErrorState } from '@gwanje/ui/states';
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { useGroups } from '#shared/groups/group-store.ts';
import { type Translate, useT } from '#shared/i18n/i18n.ts';
import { retryClusters } from '../guards/session-start.ts';
import { GroupPicker } from './group-picker.tsx';
import classes from './group-selector.module.css';
import { type SelectionSummary, summarise } from './group-tree.ts';
import { HeaderControl } from './header-control.tsx';

interface GroupSelectorProps {
  readonly onApply: (subGroupIds: readonly number[]) => void;
}

/** Which groups the console looks at: what is chosen here narrows every list, count and map. */
export function GroupSelector({ onApply }: GroupSelectorProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const { groupNameList, selectedSubGroupIds, failed, loaded } = useGroups();
  if (!loaded && !failed) return null;

  const summary = failed
    ? t('header.groupsFailed')
    : summaryText(summarise(groupNameList, selectedSubGroupIds), t);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <HeaderControl
          icon="mdi-file-tree-outline"
          text={summary}
          hasMenu
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={t('header.groupsOf', { summary })}
          onClick={() => setIsOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label={t('header.groups')}>
        {failed ? (
          <ErrorState
            title={t('header.groupsFailedText')}
            retryLabel={t('common.retry')}
            onRetry={() => void retryClusters()}
          />
        ) : groupNameList.length === 0 ? (
          <EmptyState
            icon="mdi-folder-off-outline"
            title={t('header.groupsEmptyTitle')}
            text={t('header.groupsEmptyText')}
          />
        ) : (
          <GroupPicker
            groups={groupNameList}
            initialIds={selectedSubGroupIds}
            onCancel={() => setIsOpen(false)}
            onApply={(ids) => {
              setIsOpen(false);
              onApply(ids);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function summaryText(summary: SelectionSummary, t: Translate): string {
  switch (summary.kind) {
    case 'all':
      return t('header.groupsAll');
    case 'none':
      return t('header.groupsNone');
    case 'some':
      return summary.moreCnt === 0
        ? summary.first
        : t('header.groupsMore', { first: summary.first, more: summary.moreCnt });
  }
}
