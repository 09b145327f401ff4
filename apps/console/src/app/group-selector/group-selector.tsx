import { EmptyState, ErrorState } from '@gwanje/ui/panel';
import { useOpener } from '#components/floating/use-opener.ts';
import { useGroups } from '#core/groups/group-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { retryClusters } from '../guards/session-start.ts';
import { HeaderControl } from '../header-control.tsx';
import classes from './group-selector.module.css';
import { selectionText } from './group-tree.ts';

async function loadPicker() {
  const [{ FloatingPanel }, { GroupPicker }] = await Promise.all([
    import('#components/floating/floating-panel.tsx'),
    import('./group-picker.tsx'),
  ]);
  return { FloatingPanel, GroupPicker };
}

/** Selects the groups that every list, count and map shows. */
export function GroupSelector({ onApply }: { onApply: (subGroupIds: readonly number[]) => void }) {
  const t = useT();
  const { button, opened, close } = useOpener('dialog', loadPicker);
  const { groupNameList, selectedSubGroupIds, failed, loaded } = useGroups();
  if (!loaded && !failed) return null;

  const summary = failed ? t('header.groupsFailed') : selectionText(groupNameList, selectedSubGroupIds, t);
  return (
    <>
      <HeaderControl
        {...button}
        icon="mdi-file-tree-outline"
        text={summary}
        isLimited
        hasMenu
        aria-label={t('header.groupsOf', { summary })}
      />
      {opened && (
        <opened.parts.FloatingPanel
          {...opened.floating}
          position="bottom-end"
          className={classes.dropdown}
          label={t('header.groups')}
        >
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
            <opened.parts.GroupPicker
              groups={groupNameList}
              initialIds={selectedSubGroupIds}
              onCancel={close}
              onApply={(ids) => {
                close();
                onApply(ids);
              }}
            />
          )}
        </opened.parts.FloatingPanel>
      )}
    </>
  );
}
