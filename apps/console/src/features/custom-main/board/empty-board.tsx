import { Icon } from '@gwanje/ui/icon';
import { Panel } from '@gwanje/ui/panel';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { useT } from '#core/i18n/i18n.ts';

interface EmptyBoardProps {
  /** Null: this page offers no action, as on a wallboard. */
  readonly acts: { readonly onAdd: () => void; readonly onFill: () => void } | null;
}

export function EmptyBoard({ acts }: EmptyBoardProps) {
  const t = useT();
  return (
    <Panel>
      <EmptyState
        icon="mdi-view-dashboard-edit-outline"
        title={t('customMain.emptyBoard')}
        text={t('customMain.emptyBoardText')}
        actions={
          acts && (
            <>
              <Button leftSection={<Icon name="mdi-plus" />} onClick={acts.onAdd}>
                {t('customMain.addWidget')}
              </Button>
              <Button variant="default" onClick={acts.onFill}>
                {t('customMain.fillBoard')}
              </Button>
            </>
          )
        }
      />
    </Panel>
  );
}
