import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { type ClusterRow, clusterList } from './cluster-list.tsx';
import '#components/list/object-list-messages.ts';
import '#entities/object-settings/mon-setting-messages.ts';

const context = { t, language: 'ko', nowMs: Date.parse('2026-11-16T09:10:00Z'), onFollow: () => {} } as const;
const LAST_CONTACT_AT = '2026-11-16T08:00:00.000Z';

function shown(columnId: string, row: Partial<ClusterRow>): [cell: string | null, csv: unknown] {
  const column = clusterList.columns.find(({ id }) => id === columnId);
  if (!column) throw new Error(columnId);
  const { container } = render(<div>{column.cell(row as ClusterRow, context)}</div>);
  return [container.textContent, column.csv?.(row as ClusterRow, context)];
}

test.each([
  ['stale', null, '수집 전'],
  ['stale', LAST_CONTACT_AT, '수집 중단'],
  ['unmonitored', null, '감시 제외'],
] as const)('a cluster that is %s and was last in contact at %s shows %s', (monResult, dataAt, word) =>
  expect(shown('monResult', { monResult, dataAt, isStale: true })).toEqual([word, word]),
);

test.each([
  ['nodeCnt', null, '-', null],
  ['nodeCnt', LAST_CONTACT_AT, '0', 0],
  ['isStale', null, '-', null],
  ['isStale', LAST_CONTACT_AT, '예', 'Y'],
] as const)('%s of a cluster last in contact at %s is %s', (columnId, dataAt, cell, csv) =>
  expect(shown(columnId, { nodeCnt: 0, isStale: true, dataAt })).toEqual([cell, csv]),
);
