import type { ChartLabels } from '@gwanje/ui/chart/model/chart-data';
import { useMemo } from 'react';
import type { Comparison } from '#components/range/compare-choice.ts';
import { useT } from '#core/i18n/i18n.ts';
import './chart-messages.ts';
import { charts } from './chart-messages.ko.ts';

interface ChartLabelsOptions {
  readonly comparison?: Comparison | null;
  /** True if the page has a fixed range: the texts then do not suggest another range. */
  readonly isRangeFixed?: boolean;
}

const { moreMarks: _moreMarks, ...plainTexts } = charts;
type TextName = keyof typeof plainTexts;
const textNames = Object.keys(plainTexts) as TextName[];

/** The messages of charts in the language of the page, by name. */
export function useChartLabels({ comparison, isRangeFixed }: ChartLabelsOptions): ChartLabels {
  const t = useT();
  return useMemo(() => {
    const texts = Object.fromEntries(textNames.map((name) => [name, t(`charts.${name}`)])) as Record<
      TextName,
      string
    >;
    return {
      ...texts,
      loading: t('shell.loading'),
      noValuesText: isRangeFixed ? texts.noValuesFixedText : texts.noValuesText,
      compared: comparison === 'week' ? texts.weekBefore : texts.dayBefore,
      moreMarks: (cnt) => t('charts.moreMarks', { cnt }),
    };
  }, [t, comparison, isRangeFixed]);
}
