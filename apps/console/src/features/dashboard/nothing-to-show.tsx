import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { labelOf } from '@gwanje/domain/labels';
import { EmptyState } from '@gwanje/ui/states';
import { Button } from '@mantine/core';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';

interface NothingToShowProps {
  readonly conditions: DashboardConditions;
  readonly isNoneChosen: boolean;
  readonly summary: SummaryAnswer | undefined;
  readonly onChooseAll: () => void;
}

/** Why the map has no tile. */
export function NothingToShow({ conditions, isNoneChosen, summary, onChooseAll }: NothingToShowProps) {
  const t = useT();
  const language = useLanguage();
  if (isNoneChosen)
    return (
      <EmptyState
        icon="mdi-checkbox-multiple-blank-outline"
        title={t('dashboard.emptyNoneChosen')}
        text={t('dashboard.emptyNoneChosenText')}
        actions={
          <Button variant="default" onClick={onChooseAll}>
            {t('dashboard.chooseAll')}
          </Button>
        }
      />
    );
  const isSilent = summary?.platformList.every(({ dataAt }) => dataAt === null) ?? false;
  if (isSilent)
    return (
      <EmptyState
        icon="mdi-timer-sand"
        title={t('dashboard.emptySilent')}
        text={t('dashboard.emptySilentText')}
      />
    );
  const objectType = labelOf(objectTypeKey(conditions.objectType), language);
  return (
    <EmptyState title={t('dashboard.emptyObjects', { objectType })} text={t('dashboard.emptyObjectsText')} />
  );
}
