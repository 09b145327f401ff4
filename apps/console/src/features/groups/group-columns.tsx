import { count, text, time } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import type { ColumnFormat } from '#components/list/define-list.ts';

const name: ColumnFormat<string, unknown> = {
  ...text('groups.name', { width: 320 }),
  cell: (value) => <InlineText text={value} isStrong />,
};

/** The columns that the lists of both group kinds share. */
export const groupColumns = {
  name,
  clusterCnt: count('groups.clusters', { width: 120 }),
  createdAt: time('groups.createdAt', { width: 200 }),
};
