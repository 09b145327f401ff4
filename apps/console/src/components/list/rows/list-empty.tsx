import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHasNoClusters, useNoClusters } from '#core/groups/use-no-clusters.ts';
import { useT } from '#core/i18n/i18n.ts';
import { isNarrowed, type ListChoice } from '../state/list-address.ts';

interface ListEmptyProps {
  readonly choice: ListChoice;
  /** Replaces the text that nothing was collected. */
  readonly nothing?: ReactNode;
  readonly onClear: () => void;
  readonly onBackToNow: () => void;
}

/** Says why the list is empty: the filters, the instant, or nothing collected yet. */
export function ListEmpty({ choice, nothing, onClear, onBackToNow }: ListEmptyProps) {
  const t = useT();
  const hasNoClusters = useHasNoClusters();
  const { title, text } = useNoClusters();
  if (hasNoClusters) return <EmptyState icon="mdi-kubernetes" title={title} text={text} />;
  if (isNarrowed(choice))
    return (
      <EmptyState
        icon="mdi-filter-off-outline"
        title={t('objectList.empty.filtered')}
        text={t('objectList.empty.filteredText')}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('objectList.filter.clearAll')}
          </Button>
        }
      />
    );
  if (choice.at !== null)
    return (
      <EmptyState
        icon="mdi-history"
        title={t('objectList.empty.past')}
        text={t('objectList.empty.pastText')}
        actions={
          <Button variant="default" onClick={onBackToNow}>
            {t('objectList.asOf.backToNow')}
          </Button>
        }
      />
    );
  if (nothing) return nothing;
  return (
    <EmptyState
      icon="mdi-database-clock-outline"
      title={t('objectList.empty.nothing')}
      text={t('objectList.empty.nothingText')}
    />
  );
}
