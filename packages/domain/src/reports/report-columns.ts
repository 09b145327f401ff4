import type { ClusterGrowth } from '@gwanje/contract/reports/report-content';
import type { Language } from '../i18n/language.ts';
import { amountCell, countCell, shareCell, signedAmountCell, spanCell, textCell } from './report-cells.ts';
import type { ko } from './report-messages.ko.ts';
import { reportText } from './report-messages.ts';
import type { Column, ReportCell } from './report-table.ts';

type ColumnKey = keyof (typeof ko)['column'];
type Resource = ClusterGrowth['resource'];

/** Makes the columns of the tables: a label, a unit, and how an item is shown. */
export function reportColumns(language: Language) {
  const t = reportText[language];

  function number<Item>(key: ColumnKey, unit: string | null, cell: (item: Item) => ReportCell): Column<Item> {
    return { label: t(`column.${key}`), unit, isNumber: true, cell };
  }

  return {
    number,

    text: <Item>(key: ColumnKey, cell: (item: Item) => string | ReportCell): Column<Item> => ({
      label: t(`column.${key}`),
      unit: null,
      isNumber: false,
      cell: (item) => {
        const made = cell(item);
        return typeof made === 'string' ? textCell(made) : made;
      },
    }),

    count: <Item>(key: ColumnKey, cntOf: (item: Item) => number | null) =>
      number<Item>(key, null, (item) => countCell(cntOf(item))),

    share: <Item>(
      key: ColumnKey,
      shareOf: (item: Item) => number | null,
      isBad?: (share: number) => boolean,
    ) => number<Item>(key, t('unit.percent'), (item) => shareCell(shareOf(item), isBad)),

    span: <Item>(key: ColumnKey, secondsOf: (item: Item) => number | null) =>
      number<Item>(key, t('unit.seconds'), (item) => spanCell(secondsOf(item), language)),

    amount: <Item>(key: ColumnKey, resource: Resource, amountOf: (item: Item) => number | null) =>
      number<Item>(key, t(`unit.${unitOf(resource)}`), (item) => amountCell(amountOf(item), resource)),

    change: <Item>(key: ColumnKey, resource: Resource, amountOf: (item: Item) => number | null) =>
      number<Item>(key, t(`unit.${unitOf(resource)}`), (item) => signedAmountCell(amountOf(item), resource)),
  };
}

export function unitOf(resource: Resource): 'cores' | 'bytes' {
  return resource === 'cpu' ? 'cores' : 'bytes';
}
