import type { MetaGroup, SubGroup } from '@gwanje/contract/users/groups';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Column } from '@gwanje/ui/data-table';
import { TextCell } from '#components/table/text-cell.tsx';
import type { Translate } from '#core/i18n/i18n.ts';

/** The columns that the lists of both group kinds share. */
export function groupColumns(t: Translate) {
  return {
    name: {
      id: 'name',
      label: t('groups.name'),
      format: ({ name }) => <TextCell text={name} isStrong />,
    },
    clusterCnt: {
      id: 'clusterCnt',
      label: t('groups.clusters'),
      value: ({ clusterCnt }) => clusterCnt,
      align: 'end',
      width: 120,
    },
    createdAt: {
      id: 'createdAt',
      label: t('groups.createdAt'),
      format: ({ createdAt }) => formatTimestamp(createdAt),
      width: 200,
    },
  } as const satisfies Record<string, Column<MetaGroup | SubGroup>>;
}
